import { randomUUID } from 'node:crypto';
import type { PageOutcome, RenderPage } from '@orbweaver/contracts';
import type { CrawlScope, ScrapeSpec } from '@orbweaver/core';
import { acceptJob, type Database, requestCancel, startTestDatabase } from '@orbweaver/persistence';
import { EventLog, Stopping } from '@orbweaver/platform';
import { Registry } from 'prom-client';
import { Dispatcher } from '../dispatch/dispatcher';
import { LeaseRound } from '../dispatch/lease-round';
import { type FrontierConfig, frontierConfig } from '../frontier.config';
import { FrontierMetrics } from '../frontier-metrics';
import { JobPlans } from '../job-plans';
import { Admission } from '../pages/admission';
import { Announcer } from '../pages/announcer';
import { JobCanceller } from '../pages/job-canceller';
import { JobChanges } from '../pages/job-changes';
import { OutcomeRecorder } from '../pages/outcome-recorder';
import { PageFinisher } from '../pages/page-finisher';
import { JobStarter } from '../seed/job-starter';
import { SeedBatch } from '../seed/seed-batch';
import { SeedCrawl } from '../seed/seed-crawl';
import { Seeder } from '../seed/seeder';
import { Signals } from '../signals';
import { RobotsCache } from '../site/robots-cache';
import type { RobotsRules } from '../site/site-ports';
import { LostResultRepair } from '../sweep/lost-result-repair';
import { Sweeper } from '../sweep/sweeper';
import { RecordingPublisher } from './recording-publisher';

const silent = () => undefined;
/** Errors that a loop or a pool swallowed to stay alive; a test that does not expect any fails at its end. */
const errors: unknown[] = [];
const noteError = ({ err }: { err: unknown }) => errors.push(err);
// EventLog needs these methods only.
const logger = { debug: silent, info: silent, warn: noteError, error: noteError, child: () => logger };
const log = new EventLog(logger as never);
export const quietLog = log;

const ALLOW_ALL: RobotsRules = { isAllowed: () => true, sitemaps: [] };

export const scrape: ScrapeSpec = {
  formats: [],
  onlyMainContent: true,
  includeTags: [],
  excludeTags: [],
  headers: {},
  waitForMs: 0,
  mobile: false,
  skipTlsVerification: true,
  timeoutMs: 30_000,
  pdf: { parse: true },
  actions: [],
  location: { country: 'US', languages: [] },
  removeBase64Images: true,
  blockAds: true,
  proxy: 'auto',
  maxAgeMs: 0,
  storeInCache: true,
};

const wideScope: CrawlScope = {
  includePaths: [],
  excludePaths: [],
  regexOnFullURL: false,
  crawlEntireDomain: true,
  allowExternalLinks: false,
  allowSubdomains: false,
  ignoreQueryParameters: false,
  deduplicateSimilarURLs: true,
};

export interface CrawlRequest {
  url?: string;
  teamId?: string;
  scope?: Partial<CrawlScope>;
  limit?: number;
  sitemap?: 'include' | 'skip' | 'only';
  ignoreRobotsTxt?: boolean;
  delaySeconds?: number;
  maxConcurrency?: number;
  timeoutMs?: number;
}

/** A frontier on a real database with its loops standing still: a test makes every step, and the time. */
export async function startTestFrontier(config: Partial<FrontierConfig> = {}) {
  const { database, close } = await startTestDatabase();
  const site = new TestSite();
  const time = new TestTime();
  const frontier = assemble(database, time, site, frontierConfig.parse(config));
  const end = async () => {
    await close();
    const [first] = errors.splice(0);
    if (first !== undefined) throw first;
  };
  return { ...frontier, database, time, site, config, close: end, actions: new TestActions(database, frontier) };
}

export type TestFrontier = Awaited<ReturnType<typeof startTestFrontier>>;

/** Another frontier on the same database, with the same time and web, and a memory of its own. */
export function joinFrontier(other: TestFrontier) {
  return assemble(other.database, other.time, other.site, frontierConfig.parse(other.config));
}

export class TestTime {
  private nowMs = Date.parse('2030-01-01T00:00:00Z');
  readonly now = () => new Date(this.nowMs);

  setTo(ms: number): void {
    this.nowMs = ms;
  }

  pass(ms: number): void {
    this.nowMs += ms;
  }
}

/** The robots.txt files and sitemaps of the web, as far as a test has any. */
export class TestSite {
  readonly robots = new Map<string, RobotsRules>();
  readonly sitemaps = new Map<string, readonly string[]>();
  readonly asked: string[] = [];
}

function assemble(database: Database, time: TestTime, site: TestSite, config: FrontierConfig) {
  const publisher = new RecordingPublisher();
  const registry = new Registry();
  const signals = new Signals();
  const stopping = new Stopping();
  const metrics = new FrontierMetrics(registry);
  const plans = new JobPlans(database);
  const robots = new RobotsCache(
    async (origin) => {
      site.asked.push(origin);
      return { rules: site.robots.get(origin) ?? ALLOW_ALL, isLasting: true };
    },
    time.now,
    log,
  );
  const announcer = new Announcer(publisher, time.now, log, metrics);
  const changes = new JobChanges(database, time.now, announcer, signals);
  const admission = new Admission(time.now, metrics);
  const pages = new PageFinisher(time.now);
  const outcomes = new OutcomeRecorder(database, time.now, log, plans, robots, admission, changes, pages, metrics);
  const starter = new JobStarter(database, time.now, log, plans, signals);
  const canceller = new JobCanceller(database, time.now, log, starter, changes);
  const sitemaps = async function* ({ urls }: { urls: readonly string[] }) {
    for (const url of urls) yield site.sitemaps.get(url) ?? [];
  };
  const crawls = new SeedCrawl(database, time.now, log, sitemaps, plans, robots, admission, changes);
  const batches = new SeedBatch(database, time.now, admission, changes);
  const seeder = new Seeder(database, time.now, config, log, stopping, crawls, batches, changes, signals);
  const round = new LeaseRound(database, time.now, config, log, plans, metrics);
  const dispatcher = new Dispatcher(round, robots, outcomes, signals, database, publisher, log, stopping);
  const repair = new LostResultRepair(database, time.now, log, announcer, changes, metrics);
  const sweeper = new Sweeper(database, time.now, log, stopping, starter, canceller, outcomes, repair, metrics);
  return { publisher, registry, starter, canceller, seeder, round, dispatcher, outcomes, sweeper };
}

type Assembled = ReturnType<typeof assemble>;

/** What callers, gateways and renderers do. */
export class TestActions {
  constructor(
    private readonly database: Database,
    private readonly frontier: Assembled,
  ) {}

  async acceptCrawl(request: CrawlRequest = {}): Promise<string> {
    const { url = 'http://site.test/', teamId = randomUUID(), scope, timeoutMs = 30_000, ...rest } = request;
    const id = randomUUID();
    await acceptJob(this.database, {
      id,
      teamId,
      spec: {
        kind: 'crawl',
        url,
        scope: { ...wideScope, ...scope },
        sitemap: 'skip',
        limit: 10_000,
        ignoreRobotsTxt: false,
        scrape: { ...scrape, timeoutMs },
        ...rest,
      },
      origin: 'api',
      expiresAt: new Date('2040-01-01'),
    });
    return id;
  }

  async acceptBatch(
    urls: readonly string[],
    request: { teamId?: string; maxConcurrency?: number } = {},
  ): Promise<string> {
    const { teamId = randomUUID(), ...rest } = request;
    const id = randomUUID();
    const listed = urls.map((url) => ({ url, sourceUrl: url }));
    const spec = { kind: 'batch' as const, scrape, ...rest };
    await acceptJob(this.database, {
      id,
      teamId,
      spec,
      origin: 'api',
      expiresAt: new Date('2040-01-01'),
      urls: listed,
    });
    return id;
  }

  /** Starts a job and reads its seeds to the end. */
  async start(jobId: string): Promise<string> {
    const [job] = await this.database.$queryRaw<{ kind: 'batch' | 'crawl' }[]>`
      SELECT kind FROM jobs WHERE id = ${jobId}::uuid`;
    await this.frontier.starter.start(jobId);
    await this.frontier.seeder.seed({ jobId, kind: job!.kind });
    return jobId;
  }

  crawl(request?: CrawlRequest): Promise<string> {
    return this.acceptCrawl(request).then((id) => this.start(id));
  }

  batch(urls: readonly string[], request?: { teamId?: string; maxConcurrency?: number }): Promise<string> {
    return this.acceptBatch(urls, request).then((id) => this.start(id));
  }

  /** One division of leases; what the renderers were sent by it. */
  async lease(): Promise<RenderPage[]> {
    const { leased } = await this.frontier.round.run();
    this.frontier.publisher.take('renderBulk');
    await this.frontier.dispatcher.dispatch(leased);
    await this.frontier.dispatcher.beforeApplicationShutdown();
    return this.frontier.publisher.take('renderBulk');
  }

  answer(page: RenderPage, outcome: PageOutcome['outcome'], outlinks: readonly string[] = []): Promise<void> {
    const { pageId, jobId, epoch, url } = page;
    const message = { type: 'PageOutcome' as const, pageId, jobId, epoch, outcome, finalUrl: url };
    return this.frontier.outcomes.record({ ...message, outlinks: [...outlinks] });
  }

  done(page: RenderPage, outlinks: readonly string[] = []): Promise<void> {
    return this.answer(page, { kind: 'done', statusCode: 200 }, outlinks);
  }

  fail(page: RenderPage, reason: 'dns' | 'too-large' | 'reset' = 'too-large'): Promise<void> {
    return this.answer(page, { kind: 'failed', failure: { reason, message: `It failed: ${reason}.` } });
  }

  async cancel(jobId: string): Promise<void> {
    await requestCancel(this.database, jobId);
    await this.frontier.canceller.cancel(jobId);
  }

  /** What results does with a document. */
  async store(page: { pageId: string; jobId: string }, state: 'done' | 'failed' = 'done'): Promise<void> {
    await this.database.$executeRaw`
      INSERT INTO pages (id, job_id, team_id, state, epoch, url, source_url, depth)
      SELECT id, job_id, gen_random_uuid(), ${state}, epoch, url, source_url, depth FROM frontier_pages
      WHERE id = ${page.pageId}::uuid
      ON CONFLICT (id) DO NOTHING`;
  }

  pages(jobId: string) {
    return this.database.frontierPage.findMany({ where: { jobId }, orderBy: { ordinal: 'asc' } });
  }

  job(jobId: string) {
    return this.database.frontierJob.findUniqueOrThrow({ where: { id: jobId } });
  }

  /** `/path: state` or `/path: reason` of every URL of the job, in the order of discovery. */
  async urls(jobId: string): Promise<string[]> {
    const pages = await this.pages(jobId);
    return pages.map((page) => `${page.url.replace('http://site.test', '')}: ${page.reason ?? page.state}`);
  }
}
