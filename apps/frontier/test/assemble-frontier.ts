import { once } from 'node:events';
import { ContentCipher } from '@orbweaver/object-store';
import type { Database } from '@orbweaver/persistence';
import { EventLog, noTracing, Stopping } from '@orbweaver/platform';
import { RecordingPublisher } from '@orbweaver/testing';
import { Registry } from 'prom-client';
import { Admission } from '../src/admission/admission';
import { SettledUrls } from '../src/admission/settled-urls';
import { TrapWatches } from '../src/admission/trap-watches';
import { CacheLookUps } from '../src/dispatch/cache-look-ups';
import { Dispatcher } from '../src/dispatch/dispatcher';
import { LeaseRound } from '../src/dispatch/lease-round';
import type { FrontierConfig } from '../src/frontier.config';
import { FrontierMetrics } from '../src/frontier-metrics';
import { CompiledJobs } from '../src/jobs/compiled-jobs';
import { FrontierTransactions } from '../src/jobs/frontier-transactions';
import { JobCanceller } from '../src/jobs/job-canceller';
import { JobMemories } from '../src/jobs/job-memories';
import { JobStarter } from '../src/jobs/job-starter';
import { ResultNotifier } from '../src/jobs/result-notifier';
import { StoredRefusals } from '../src/jobs/stored-refusals';
import { WakeSignals } from '../src/jobs/wake-signals';
import { DonePages } from '../src/outcomes/done-pages';
import { OutcomeBatches } from '../src/outcomes/outcome-batches';
import { OutcomeRecorder } from '../src/outcomes/outcome-recorder';
import { PageFinisher } from '../src/outcomes/page-finisher';
import { HostConcurrency } from '../src/pace/host-concurrency';
import { RevisitPages } from '../src/seed/revisit-pages';
import { SeedAdmission } from '../src/seed/seed-admission';
import { SeedBatch } from '../src/seed/seed-batch';
import { SeedCrawl } from '../src/seed/seed-crawl';
import { Seeder } from '../src/seed/seeder';
import { RobotsCache } from '../src/site/robots-cache';
import type { RobotsPolicy, SiteSources } from '../src/site/site-sources';
import { Eraser } from '../src/sweep/eraser';
import { LostResultRepair } from '../src/sweep/lost-result-repair';
import { Sweeper } from '../src/sweep/sweeper';

const silent = () => undefined;
/** Errors that a loop or a pool caught. Tests fail on unexpected ones. */
const errors: unknown[] = [];
const noteError = ({ err }: { err: unknown }) => errors.push(err);
// EventLog needs these methods only.
const logger = { debug: silent, info: silent, warn: noteError, error: noteError, child: () => logger };
const log = new EventLog(logger as never);
export const watchedLog = log;

const ALLOW_ALL: RobotsPolicy = { isAllowed: () => true, sitemaps: [] };

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

export class TestSite {
  readonly robots = new Map<string, RobotsPolicy>();
  readonly silent = new Set<string>();
  readonly sitemaps = new Map<string, readonly string[]>();
  readonly unread = new Set<string>();
  slowness: Promise<unknown> = Promise.resolve();
  faults = 0;
  readonly asked: string[] = [];
}

function siteSources(site: TestSite): SiteSources {
  return {
    robots: async (origin) => {
      site.asked.push(origin);
      if (site.silent.has(origin)) return { rules: undefined, isLasting: false };
      return { rules: site.robots.get(origin) ?? ALLOW_ALL, isLasting: true };
    },
    sitemaps: async function* ({ urls, signal }) {
      if (!signal.aborted) await Promise.race([site.slowness, once(signal, 'abort')]);
      if (site.faults > 0) {
        site.faults -= 1;
        throw new Error('deadlock detected');
      }
      for (const url of urls) {
        if (site.unread.has(url)) yield { sitemap: url, urls: [], problem: 'no answer', isUnread: true };
        else yield { sitemap: url, urls: [...(site.sitemaps.get(url) ?? [])] };
      }
    },
  };
}

/** All parts of a frontier, wired as in its module, without running loops. */
export function assembleFrontier(database: Database, time: TestTime, site: TestSite, config: FrontierConfig) {
  const publisher = new RecordingPublisher();
  const registry = new Registry();
  const signals = new WakeSignals();
  const stopping = new Stopping();
  const metrics = new FrontierMetrics(registry);
  const compiledJobs = new CompiledJobs(database);
  const sources = siteSources(site);
  const robots = new RobotsCache(sources, time.now, log);
  const memories = new JobMemories();
  const notifier = new ResultNotifier(publisher, time.now, log, metrics, compiledJobs, memories);
  const refusals = new StoredRefusals(memories);
  const changes = new FrontierTransactions(database, time.now, notifier, signals, refusals);
  const admission = new Admission(time.now, metrics, refusals);
  const pages = new PageFinisher(time.now);
  const hosts = new HostConcurrency(config, time.now);
  const traps = new TrapWatches(database, memories);
  const settledUrls = new SettledUrls(memories);
  const outcomes = new OutcomeRecorder(
    database,
    time.now,
    log,
    compiledJobs,
    admission,
    changes,
    pages,
    new DonePages(time.now, robots, admission, changes, pages, settledUrls, traps),
    traps,
    hosts,
    metrics,
  );
  const batches = new OutcomeBatches(outcomes, compiledJobs);
  const starter = new JobStarter(database, time.now, log, compiledJobs, signals);
  const canceller = new JobCanceller(database, time.now, log, starter, changes);
  const seeds = new SeedAdmission(database, robots, admission, changes);
  const crawls = new SeedCrawl(database, log, sources, compiledJobs, robots, admission, changes, seeds);
  const revisit = new RevisitPages(database, log, compiledJobs, seeds, traps);
  const lists = new SeedBatch(database, admission, changes);
  const seeder = new Seeder(
    database,
    time.now,
    config,
    log,
    stopping,
    crawls,
    lists,
    revisit,
    changes,
    compiledJobs,
    signals,
    noTracing,
  );
  const round = new LeaseRound(database, time.now, config, log, compiledJobs, hosts, metrics);
  const cache = new CacheLookUps(database, time.now, config, log, metrics, new ContentCipher());
  const dispatcher = new Dispatcher(
    round,
    robots,
    outcomes,
    cache,
    signals,
    database,
    publisher,
    log,
    time.now,
    stopping,
  );
  const repair = new LostResultRepair(database, time.now, log, notifier, changes, metrics);
  const sweeper = new Sweeper(
    database,
    time.now,
    log,
    stopping,
    starter,
    canceller,
    outcomes,
    repair,
    metrics,
    compiledJobs,
  );
  const eraser = new Eraser(database, time.now, log, stopping, compiledJobs);
  return {
    publisher,
    registry,
    stopping,
    starter,
    canceller,
    seeder,
    round,
    dispatcher,
    outcomes,
    batches,
    settledUrls,
    compiledJobs,
    sweeper,
    eraser,
  };
}

export type AssembledFrontier = ReturnType<typeof assembleFrontier>;

/** Errors that a loop or a pool caught since the last call. */
export function takeErrors(): unknown[] {
  return errors.splice(0);
}
