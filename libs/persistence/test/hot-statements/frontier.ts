import * as p from '../../src/index';
import { EXTRA, FIRST_TEAM, hashOf, idOf, UNDATED_JOB } from '../fill-large-database';
import {
  asDatabase,
  candidate,
  drain,
  type HotStatement,
  jobId,
  leasedAt,
  now,
  numbers,
  pageId,
  queuedAt,
  soon,
} from './hot-statement';

export const frontierStatements: HotStatement[] = [
  {
    name: 'admitCandidates',
    rows: 50,
    run: (transaction) =>
      p.admitCandidates(transaction, {
        jobId,
        room: 1000,
        candidates: [...numbers(40, 5_000).map(candidate), ...numbers(10).map((n) => candidate(`new ${n}`))].map(
          (one) => ({
            ...one,
            depth: 1,
          }),
        ),
        now,
      }),
  },
  {
    name: 'readSitePages',
    rows: 100,
    finds: true,
    run: (_, database) => p.readSitePages(database, { teamId: FIRST_TEAM, domain: 'site.test', limit: 100 }),
  },
  {
    name: 'readStoredMetadata',
    rows: 20,
    run: (_, database) => p.readStoredMetadata(database, numbers(20).map(pageId)),
  },
  { name: 'readHostTurn', rows: 1, run: (_, database) => p.readHostTurn(database, 'host-5.test', now) },
  {
    name: 'takeHostTurn',
    rows: 1,
    run: (transaction) => p.takeHostTurn(transaction, { host: 'host-5.test', now, paceMs: 1000 }),
  },
  { name: 'hasOpenJobs', rows: 1, run: (transaction) => p.hasOpenJobs(transaction) },
  { name: 'hasQueuedPages', rows: 1, run: (transaction) => p.hasQueuedPages(transaction) },
  { name: 'lockFrontierJob', rows: 1, run: (transaction) => p.lockFrontierJob(transaction, jobId) },
  {
    name: 'readLeasedPages',
    rows: 20,
    run: (transaction) =>
      p.readLeasedPages(
        transaction,
        numbers(20).map((n) => pageId(leasedAt(n))),
      ),
  },
  { name: 'readLeasedPage', rows: 1, run: (transaction) => p.readLeasedPage(transaction, pageId(leasedAt(0))) },
  { name: 'hasStoredDocument', rows: 1, run: (transaction) => p.hasStoredDocument(transaction, pageId(5)) },
  {
    name: 'finishPages',
    rows: 20,
    run: (transaction) =>
      p.finishPages(transaction, {
        jobId,
        pages: numbers(20).map((n) => ({ pageId: pageId(leasedAt(n)), epoch: 1, end: { state: 'done' } })),
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
  { name: 'openRevisit', rows: 1, run: (transaction) => p.openRevisit(transaction, jobId, now) },
  { name: 'settleFrontierJob', rows: 1, run: (transaction) => p.settleFrontierJob(transaction, jobId, now) },
  { name: 'moveOrigin', rows: 1, run: (transaction) => p.moveOrigin(transaction, jobId, 'http://site.test/') },
  { name: 'blockHost', rows: 1, run: (transaction) => p.blockHost(transaction, 'site.test', soon) },
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
  { name: 'findLostCancels', rows: 10, finds: true, run: (transaction) => p.findLostCancels(transaction, 10) },
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
    statements: 32,
    run: (transaction) =>
      p.eraseFrontier(asDatabase(transaction), jobId, { now, signal: new AbortController().signal }),
  },
  {
    name: 'deleteOrphanedFrontier',
    rows: 2_000,
    run: (transaction) => p.deleteOrphanedFrontier(asDatabase(transaction), UNDATED_JOB),
  },
  {
    name: 'findOrphanedFrontiers',
    rows: 1_000,
    run: (transaction) => p.findOrphanedFrontiers(transaction, p.BEFORE_ALL_JOBS),
  },
  {
    name: 'readLinkedUrls',
    rows: 200,
    run: (transaction) => drain(p.readLinkedUrls(transaction, { jobId, step: 100, max: 200 }), 2),
  },
  {
    name: 'hasTransientFailure',
    rows: 50,
    run: (transaction) => p.hasTransientFailure(transaction, jobId, numbers(50).map(hashOf)),
  },
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
];
