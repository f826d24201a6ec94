import { randomUUID } from 'node:crypto';
import { scrapeSpec } from '@orbweaver/testing';
import type { Database, Transaction } from '../database';
import * as p from '../index';
import { EXTRA, hashOf, idOf, RUNNING } from './fill-large-database';

/** A function of the package, and how much it is asked for. */
export interface HotStatement {
  /** Of the function under test. */
  name: string;
  /** How many rows each of the statements is asked for, or is to change. */
  rows: number;
  /** Rows that one of them counts besides, by their index alone. */
  counted?: number;
  /** How many statements a call sends at most, where that is more than a few; those that a foreign key sends included. */
  statements?: number;
  /** There is something to be found, and it is. */
  finds?: true;
  /** Everything that it writes is rolled back; `database` is for functions that make transactions of their own. */
  run: (transaction: Transaction, database: Database) => Promise<unknown>;
}

const { id: jobId, teamId } = RUNNING;
const now = new Date();
const soon = new Date(now.getTime() + 60_000);
const pageId = (n: number) => idOf(`page running ${n}`);
const numbers = (count: number, from = 1) => Array.from({ length: count }, (_, index) => from + index);
/** Numbers of URLs in a state: the running job repeats them every 500. */
const leasedAt = (index: number) => 85 + 500 * index;
const queuedAt = (index: number) => 86 + index;

const candidate = (key: number | string) => ({
  url: `http://site.test/${key}`,
  sourceUrl: `http://site.test/${key}`,
  keyHash: hashOf(key),
  refusalHash: hashOf(`refused ${key}`),
  host: 'site.test',
});

async function drain(steps: AsyncGenerator<unknown>, most = 1): Promise<void> {
  for (let step = 0; step < most; step += 1) if ((await steps.next()).done) return;
}

/** Of every function whose statements are sent for each page, request or round, in the running job of the large database. */
export const hotStatements: HotStatement[] = [
  // A page's way through the frontier.
  {
    name: 'admitCandidates',
    rows: 50,
    run: (transaction) =>
      p.admitCandidates(transaction, {
        jobId,
        room: 1000,
        depth: 1,
        candidates: [...numbers(40, 5_000).map(candidate), ...numbers(10).map((n) => candidate(`new ${n}`))],
        now,
      }),
  },
  { name: 'lockFrontierJob', rows: 1, run: (transaction) => p.lockFrontierJob(transaction, jobId) },
  { name: 'readHeldPage', rows: 1, run: (transaction) => p.readHeldPage(transaction, pageId(leasedAt(0))) },
  { name: 'hasStoredDocument', rows: 1, run: (transaction) => p.hasStoredDocument(transaction, pageId(5)) },
  {
    name: 'finishPage',
    rows: 1,
    run: (transaction) =>
      p.finishPage(transaction, {
        jobId,
        pageId: pageId(leasedAt(0)),
        epoch: 1,
        end: { state: 'done' },
        evenIfQueued: true,
        now,
      }),
  },
  {
    name: 'requeuePage',
    rows: 1,
    run: (transaction) => p.requeuePage(transaction, { jobId, pageId: pageId(leasedAt(0)), epoch: 1, dueAt: now }),
  },
  {
    name: 'promoteWaiting',
    rows: 10,
    run: async (transaction) => {
      await transaction.$executeRaw`UPDATE frontier_jobs SET "limit" = admitted + 10 WHERE id = ${jobId}::uuid`;
      await p.promoteWaiting(transaction, jobId, now);
    },
  },
  { name: 'openRecall', rows: 1, run: (transaction) => p.openRecall(transaction, jobId, now) },
  { name: 'settleFrontierJob', rows: 1, run: (transaction) => p.settleFrontierJob(transaction, jobId, now) },
  { name: 'moveOrigin', rows: 1, run: (transaction) => p.moveOrigin(transaction, jobId, 'http://site.test/') },
  { name: 'blockHost', rows: 1, run: (transaction) => p.blockHost(transaction, 'site.test', soon) },
  // Leasing.
  { name: 'lockLimitedTeams', rows: 5, run: (transaction) => p.lockLimitedTeams(transaction) },
  { name: 'readLeaseTurns', rows: 5, run: (transaction) => p.readLeaseTurns(transaction, { now, limit: 10, skip: 0 }) },
  {
    name: 'readDuePages',
    rows: 100,
    run: (transaction) =>
      p.readDuePages(transaction, {
        jobs: [jobId, idOf('job beside')].map((id) => ({ jobId: id, take: 8, afterHost: '', delayed: false })),
        maxPerHost: 8,
        maxHosts: 10,
        now,
      }),
  },
  {
    name: 'leasePages',
    rows: 20,
    run: (transaction) =>
      p.leasePages(transaction, {
        pages: numbers(20).map((n) => ({ pageId: pageId(queuedAt(n)), jobId, leaseUntil: soon })),
        now,
        maxPaceMs: 1000,
      }),
  },
  {
    name: 'releaseLeases',
    rows: 20,
    run: (transaction) =>
      p.releaseLeases(
        transaction,
        numbers(20).map((n) => ({ pageId: pageId(leasedAt(n - 1)), jobId, epoch: 1 })),
      ),
  },
  { name: 'countRunning', rows: 5, run: (transaction) => p.countRunning(transaction) },
  // The frontier's sweeps.
  {
    name: 'findExpiredLeases',
    rows: 100,
    finds: true,
    run: (transaction) => p.findExpiredLeases(transaction, { now: new Date(now.getTime() + 3_600_000), limit: 100 }),
  },
  {
    name: 'findUnstartedJobs',
    rows: 10,
    run: (transaction) => p.findUnstartedJobs(transaction, { createdBefore: soon, limit: 10 }),
  },
  {
    name: 'findUntakenUrlLists',
    rows: 10,
    finds: true,
    run: (transaction) => p.findUntakenUrlLists(transaction, { createdBefore: soon, limit: 10 }),
  },
  { name: 'findUnheardCancels', rows: 10, finds: true, run: (transaction) => p.findUnheardCancels(transaction, 10) },
  {
    name: 'findUnsettledCancels',
    rows: 10,
    finds: true,
    run: (transaction) => p.findUnsettledCancels(transaction, { cancelledBefore: soon, limit: 10 }),
  },
  {
    name: 'findUnendedJobs',
    rows: 10,
    finds: true,
    run: (transaction) => p.findUnendedJobs(transaction, { settledBefore: soon, limit: 10 }),
  },
  {
    name: 'claimSeeding',
    rows: 10,
    run: (transaction) => p.claimSeeding(transaction, { limit: 10, now, leaseUntil: soon }),
  },
  {
    name: 'findUnstoredFailures',
    rows: 100,
    run: (transaction) => p.findUnstoredFailures(transaction, { jobId, limit: 100 }),
  },
  {
    name: 'skipQueuedPages',
    rows: 500,
    run: (transaction) => p.skipQueuedPages(transaction, { jobId, limit: 500, now }),
  },
  { name: 'skipLeasedPages', rows: 20, run: (transaction) => p.skipLeasedPages(transaction, jobId, now) },
  {
    name: 'findFrontiersToErase',
    rows: 10,
    finds: true,
    run: (transaction) => p.findFrontiersToErase(transaction, 10),
  },
  {
    name: 'eraseFrontier',
    rows: 2_000,
    statements: 20,
    run: (transaction) => p.eraseFrontier(transaction, jobId, { now, signal: new AbortController().signal }),
  },
  {
    name: 'deleteOrphanedFrontier',
    rows: 2_000,
    run: (transaction) => p.deleteOrphanedFrontier(transaction, jobId),
  },
  {
    name: 'findOrphanedFrontiers',
    rows: 1_000,
    run: (transaction) => p.findOrphanedFrontiers(transaction, p.BEFORE_ALL_JOBS),
  },
  // Seeds.
  {
    name: 'readLinkedUrls',
    rows: 200,
    run: (transaction) => drain(p.readLinkedUrls(transaction, { jobId, step: 100, max: 200 }), 2),
  },
  { name: 'hasLostWays', rows: 50, run: (transaction) => p.hasLostWays(transaction, jobId, numbers(50).map(hashOf)) },
  {
    name: 'readCrawlHistory',
    rows: 100,
    run: (transaction) => p.readCrawlHistory(transaction, { jobId, crawl: '00', after: '', limit: 100 }),
  },
  {
    name: 'readUntakenUrlList',
    rows: 1,
    finds: true,
    run: (transaction) => p.readUntakenUrlList(transaction, EXTRA.batch),
  },
  { name: 'finishSeeding', rows: 1, run: (transaction) => p.finishSeeding(transaction, jobId) },
  // What callers ask of a crawl.
  { name: 'readJob', rows: 1, run: (_, database) => p.readJob(database, { jobId, teamId }) },
  {
    name: 'readDocuments',
    rows: 100,
    run: (_, database) => p.readDocuments(database, { jobId, after: 1_000, limit: 100, maxBytes: 10_000_000 }),
  },
  { name: 'readKnownUrls', rows: 10, run: (_, database) => p.readKnownUrls(database, jobId, numbers(10).map(hashOf)) },
  { name: 'readDiscoveryPath', rows: 10, run: (_, database) => p.readDiscoveryPath(database, pageId(500), 10) },
  ...(['queued', 'leased', 'done'] as const).map((state) => ({
    name: 'readFrontierPages',
    rows: 100,
    run: (_: Transaction, database: Database) =>
      p.readFrontierPages(database, { jobId, kinds: [{ state, reason: null }], after: 100, limit: 100 }),
  })),
  {
    name: 'readFrontierPages',
    rows: 100,
    run: (_, database) =>
      p.readFrontierPages(database, {
        jobId,
        kinds: [
          { state: 'failed', reason: 'timed-out' },
          { state: 'skipped', reason: 'limit' },
          { state: 'done', reason: null },
        ],
        after: 5_000,
        limit: 100,
      }),
  },
  { name: 'readUrlTotals', rows: 1, run: (_, database) => p.readUrlTotals(database, jobId) },
  { name: 'readPageErrors', rows: 200, run: (_, database) => drain(p.readPageErrors(database, jobId)) },
  { name: 'readRobotsBlocked', rows: 1_400, run: (_, database) => drain(p.readRobotsBlocked(database, jobId)) },
  { name: 'readCancelledPages', rows: 1, run: (_, database) => drain(p.readCancelledPages(database, jobId)) },
  { name: 'hasRobotsBlocked', rows: 1, run: (_, database) => p.hasRobotsBlocked(database, jobId) },
  { name: 'hasFrontierPages', rows: 1, run: (_, database) => p.hasFrontierPages(database, jobId) },
  { name: 'readTrapExample', rows: 1, run: (_, database) => p.readTrapExample(database, jobId) },
  { name: 'readPageResult', rows: 1, run: (_, database) => p.readPageResult(database, { pageId: pageId(5), teamId }) },
  { name: 'findStoredPages', rows: 20, run: (_, database) => p.findStoredPages(database, numbers(20).map(pageId)) },
  { name: 'readTeamLoad', rows: 10, run: (_, database) => p.readTeamLoad(database, teamId) },
  { name: 'listRunningCrawls', rows: 10, run: (_, database) => drain(p.listRunningCrawls(database, teamId)) },
  { name: 'findCaller', rows: 1, run: (_, database) => p.findCaller(database, 'hash running') },
  { name: 'requestCancel', rows: 1, run: (_, database) => p.requestCancel(database, randomUUID()) },
  { name: 'holdUnkeptJob', rows: 1, run: (_, database) => p.holdUnkeptJob(database, { jobId, holdMs: 1000 }) },
  {
    name: 'noteCompleteRead',
    rows: 1,
    run: (_, database) => p.noteCompleteRead(database, { jobId, completed: 0, graceMs: 1 }),
  },
  // Work that is accepted, and the limits of teams.
  {
    name: 'acceptJob',
    rows: 10,
    run: (_, database) =>
      p.acceptJob(database, {
        id: randomUUID(),
        teamId,
        isLimited: true,
        spec: { kind: 'scrape', url: 'http://site.test/', scrape: scrapeSpec() },
        origin: 'api',
        expiresAt: soon,
      }),
  },
  { name: 'startScrapes', rows: 10, run: (_, database) => p.startScrapes(database, { teamId, ids: [randomUUID()] }) },
  { name: 'takeRequest', rows: 1, run: (_, database) => p.takeRequest(database, { teamId, requestClass: 'scrape' }) },
  { name: 'readCreditBalance', rows: 1, run: (transaction) => p.readCreditBalance(transaction, teamId) },
  // Results that are stored.
  { name: 'lockJobs', rows: 2, run: (transaction) => p.lockJobs(transaction, [jobId]) },
  { name: 'readJobOwners', rows: 2, run: (transaction) => p.readJobOwners(transaction, [jobId]) },
  { name: 'readPageFences', rows: 20, run: (transaction) => p.readPageFences(transaction, numbers(20).map(pageId)) },
  { name: 'countUrlLists', rows: 1, finds: true, run: (transaction) => p.countUrlLists(transaction, [EXTRA.batch]) },
  {
    name: 'insertPages',
    rows: 20,
    run: (transaction) =>
      p.insertPages(
        transaction,
        numbers(20).map((n) => ({
          id: randomUUID(),
          jobId,
          teamId,
          ordinal: 50_000 + n,
          state: 'done',
          epoch: 1,
          url: 'http://site.test/',
          sourceUrl: 'http://site.test/',
          depth: 1,
          statusCode: 200,
          engine: 'http',
          reason: null,
          message: null,
          creditsUsed: 1,
          plainHash: null,
        })),
        now,
      ),
  },
  {
    name: 'insertDocuments',
    rows: 20,
    run: (transaction) =>
      p.insertDocuments(
        transaction,
        numbers(20).map(() => ({
          pageId: randomUUID(),
          jobId,
          metadata: {},
          content: Buffer.alloc(100),
          jsonBytes: 100,
        })),
      ),
  },
  {
    name: 'updateJobs',
    rows: 2,
    run: async (transaction) => {
      const jobs = await p.lockJobs(transaction, [jobId]);
      await p.updateJobs(
        transaction,
        jobs.map((job) => ({ ...job, completedAt: null })),
      );
    },
  },
  {
    name: 'addCreditEntries',
    rows: 20,
    run: (transaction) =>
      p.addCreditEntries(
        transaction,
        numbers(20).map(() => ({
          id: randomUUID(),
          teamId,
          apiKeyId: null,
          jobId,
          kind: 'page',
          amount: -1,
          note: null,
        })),
        now,
      ),
  },
  { name: 'readDocument', rows: 1, run: (_, database) => p.readDocument(database, pageId(5)) },
  { name: 'readBoundedDocument', rows: 1, run: (_, database) => p.readBoundedDocument(database, pageId(5), 1_000_000) },
  {
    name: 'findJobsToEnd',
    rows: 10,
    run: (_, database) => p.findJobsToEnd(database, { cancelledBefore: soon, limit: 10 }),
  },
  {
    name: 'findOpenScrapes',
    rows: 10,
    run: (_, database) => p.findOpenScrapes(database, { createdBefore: soon, limit: 10 }),
  },
  {
    name: 'findExpiredJobs',
    rows: 10,
    finds: true,
    run: (_, database) => p.findExpiredJobs(database, { now, runningBefore: new Date(0), limit: 10 }),
  },
  {
    name: 'findJobsToErase',
    rows: 10,
    finds: true,
    run: (_, database) => p.findJobsToErase(database, { now, limit: 10 }),
  },
  // Change tracking.
  {
    name: 'readPreviousVersions',
    rows: 20,
    run: (transaction) =>
      p.readPreviousVersions(
        transaction,
        numbers(20).map((n) => ({ teamId, key: hashOf(`running ${n}`) })),
      ),
  },
  {
    name: 'readVersionMarkdown',
    rows: 1,
    run: (transaction) =>
      p.readVersionMarkdown(transaction, {
        teamId,
        key: hashOf('running 7'),
        pageId: idOf('page running 7'),
        scrapedAt: now,
        fingerprint: '',
      }),
  },
  {
    name: 'readPlainPages',
    rows: 20,
    run: (transaction) =>
      p.readPlainPages(
        transaction,
        numbers(20).map((n) => BigInt(2_000 + n)),
      ),
  },
  {
    name: 'writeVersions',
    rows: 20,
    statements: 25,
    run: (transaction) =>
      p.writeVersions(
        transaction,
        numbers(20).map((n) => ({
          teamId,
          key: hashOf(`running ${n}`),
          pageId: randomUUID(),
          url: 'http://site.test/',
          scrapedAt: now,
          fingerprint: hashOf(n),
          markdown: Buffer.alloc(100),
          previousPageId: idOf(`page running ${n}`),
          crawl: hashOf('crawl'),
          depth: 1,
          isRemoved: false,
          isReached: true,
        })),
      ),
  },
  {
    name: 'evictVersions',
    rows: 500,
    counted: 4_000,
    statements: 510,
    run: (transaction) => p.evictVersions(transaction, { teamId, maxBytes: 1_900_000, limit: 500 }),
  },
  // The page cache.
  {
    name: 'findKeptPages',
    rows: 20,
    run: (_, database) =>
      p.findKeptPages(
        database,
        numbers(20).map((n) => ({ teamId, url: `http://site.test/${n}`, spec: scrapeSpec({ maxAgeMs: 1000 }) })),
        now,
      ),
  },
  {
    name: 'readKeptPages',
    rows: 20,
    run: (_, database) =>
      p.readKeptPages(
        database,
        numbers(20).map((n) => ({
          key: hashOf(n),
          look: 'http',
          verified: true,
          succeeded: true,
          url: 'http://site.test/',
          isPdf: false,
          failures: 0,
          hasBody: true,
          capturedAtMs: 0,
          withScreenshot: false,
          bytes: 1000,
        })),
      ),
  },
  {
    name: 'writeKeptPages',
    rows: 20,
    run: (transaction) =>
      p.writeKeptPages(
        transaction,
        numbers(20).map((n) => ({
          key: hashOf(n),
          look: 'http',
          verified: true,
          succeeded: n % 2 === 0,
          url: 'http://site.test/',
          isPdf: false,
          capturedAt: now,
          capture: {},
        })),
      ),
  },
  { name: 'evictKeptPages', rows: 20, run: (transaction) => p.evictKeptPages(transaction, { limit: 20 }) },
  // Webhooks.
  {
    name: 'insertWebhookEvents',
    rows: 20,
    run: (transaction) =>
      p.insertWebhookEvents(
        transaction,
        numbers(20).map((n) => ({
          id: randomUUID(),
          jobId,
          teamId,
          endpoint: 'hook.test',
          sequence: 5_000 + n,
          type: 'crawl.page',
          pageId: null,
          error: null,
        })),
        now,
      ),
  },
  {
    name: 'findDueWebhookEvents',
    rows: 20,
    finds: true,
    run: (_, database) =>
      p.findDueWebhookEvents(database, {
        limit: 20,
        perEndpoint: 4,
        barred: { endpoints: [], teams: [], slowTeams: [], slowEndpoints: [] },
      }),
  },
  {
    name: 'claimWebhookEvent',
    rows: 1,
    run: (_, database) => p.claimWebhookEvent(database, idOf('event running 4001'), { forMs: 0 }),
  },
  {
    name: 'finishWebhookAttempt',
    rows: 1,
    run: async (_, database) => {
      const claimed = await p.claimWebhookEvent(database, idOf('event running 4001'), { forMs: 0 });
      const end = { state: 'pending', status: 500, error: 'busy', retryInMs: 0 } as const;
      await p.finishWebhookAttempt(database, claimed!, () => end, { startedAt: now, now });
    },
  },
  {
    name: 'finishWebhookAttempt',
    rows: 1,
    run: async (_, database) => {
      const claimed = await p.claimWebhookEvent(database, idOf('event running 4001'), { forMs: 0 });
      const end = { state: 'delivered', status: 200 } as const;
      await p.finishWebhookAttempt(database, claimed!, () => end, { startedAt: now, now });
    },
  },
  {
    name: 'readDelivery',
    rows: 1,
    run: (_, database) => p.readDelivery(database, { teamId, id: idOf('event running 7') }),
  },
  ...(['pending', 'delivered', 'dead'] as const).flatMap((state) => [
    {
      name: 'readTeamDeliveries',
      rows: 20,
      run: (_: Transaction, database: Database) =>
        p.readTeamDeliveries(database, { teamId, states: [state], limit: 20 }),
    },
    {
      name: 'readJobDeliveries',
      rows: 20,
      run: (_: Transaction, database: Database) =>
        p.readJobDeliveries(database, { teamId, jobId, states: [state], limit: 20 }),
    },
  ]),
  {
    name: 'requestRedelivery',
    rows: 2,
    run: (_, database) => p.requestRedelivery(database, { id: idOf('event running 4500'), jobId, sequence: 4_500 }),
  },
  { name: 'repairOutboxes', rows: 10, run: (_, database) => p.repairOutboxes(database) },
  {
    // Ten steps: each is to touch its own events.
    name: 'requestRedeliveryOfJob',
    rows: 500,
    statements: 35,
    run: (_, database) =>
      p.requestRedeliveryOfJob(database, { jobId, states: ['pending', 'delivered', 'dead'], stepEvents: 500 }),
  },
];

/** Functions of the package that send statements and are not hot, and why. */
export const otherStatements: Record<string, readonly string[]> = {
  'by the primary key of one row': [
    'adoptCrawlDelay',
    'markCancelled',
    'tryLeasingLock',
    'readJobSpec',
    'extendSeeding',
    'readSettlement',
    'readSettlements',
    'startFrontierJob',
    'countUrlListTaken',
    'reopenForUrlLists',
    'readOriginUrl',
    'appendUrls',
    'ensureTeam',
    'ensureApiKey',
  ],
  'of all rows, or of all of a job or a team, which is what is asked for': [
    'listJobs',
    'listTeams',
    'copyJob',
    'measurePageCache',
    'countPendingWebhookEvents',
    'deleteForgivenHosts',
    'deleteOldCreditEntries',
    'readCreditPeriods',
    'findOverfullHistories',
    'takeBackLostDocuments',
    'readUntakenUrls',
    'deleteJob',
    'eraseJob',
  ],
  'of no rows': [
    'openDatabase',
    'isStoreUnavailable',
    'deployMigrations',
    'listMigrations',
    'joinEmbeddedPostgres',
    'startEmbeddedPostgres',
    'startTestDatabase',
    'stopTestServer',
    'lockDirectory',
    'generateApiKey',
    'hashApiKey',
    'cacheKeyHash',
    'captureId',
    'keptBytes',
    'pageHash',
    'refusalHash',
    'crawlKey',
    'historyKey',
    'isSamePage',
    'plainHash',
  ],
};
