import type { Database } from '@orbweaver/persistence';
import { EventLog, Stopping } from '@orbweaver/platform';
import { RecordingPublisher } from '@orbweaver/testing';
import { Registry } from 'prom-client';
import { CompiledJobs } from '../src/compiled-jobs';
import { Dispatcher } from '../src/dispatch/dispatcher';
import { HostConcurrency } from '../src/dispatch/host-concurrency';
import { LeaseRound } from '../src/dispatch/lease-round';
import { PageLookUps } from '../src/dispatch/page-look-ups';
import type { FrontierConfig } from '../src/frontier.config';
import { FrontierMetrics } from '../src/frontier-metrics';
import { Admission } from '../src/pages/admission';
import { FrontierJobChanges } from '../src/pages/frontier-job-changes';
import { JobCanceller } from '../src/pages/job-canceller';
import { OutcomeRecorder } from '../src/pages/outcome-recorder';
import { PageFinisher } from '../src/pages/page-finisher';
import { ResultNotifier } from '../src/pages/result-notifier';
import { SettledUrls } from '../src/pages/settled-urls';
import { TrapWatches } from '../src/pages/trap-watches';
import { JobStarter } from '../src/seed/job-starter';
import { RevisitPages } from '../src/seed/revisit-pages';
import { SeedAdmission } from '../src/seed/seed-admission';
import { SeedBatch } from '../src/seed/seed-batch';
import { SeedCrawl } from '../src/seed/seed-crawl';
import { Seeder } from '../src/seed/seeder';
import { RobotsCache } from '../src/site/robots-cache';
import type { RobotsPolicy } from '../src/site/site-ports';
import { Eraser } from '../src/sweep/eraser';
import { LostResultRepair } from '../src/sweep/lost-result-repair';
import { Sweeper } from '../src/sweep/sweeper';
import { WakeSignals } from '../src/wake-signals';

const silent = () => undefined;
/** Errors that a loop or a pool swallowed to stay alive; a test that does not expect any fails at its end. */
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

/** The robots.txt files and sitemaps of the web, as far as a test has any. */
export class TestSite {
  readonly robots = new Map<string, RobotsPolicy>();
  /** Origins that answer with a fault. */
  readonly silent = new Set<string>();
  readonly sitemaps = new Map<string, readonly string[]>();
  readonly asked: string[] = [];
}

/** All parts of a frontier, wired as its module does, with their loops standing still. */
export function assembleFrontier(database: Database, time: TestTime, site: TestSite, config: FrontierConfig) {
  const publisher = new RecordingPublisher();
  const registry = new Registry();
  const signals = new WakeSignals();
  const stopping = new Stopping();
  const metrics = new FrontierMetrics(registry);
  const plans = new CompiledJobs(database);
  const robots = new RobotsCache(
    async (origin) => {
      site.asked.push(origin);
      if (site.silent.has(origin)) return { rules: undefined, isLasting: false };
      return { rules: site.robots.get(origin) ?? ALLOW_ALL, isLasting: true };
    },
    time.now,
    log,
  );
  const announcer = new ResultNotifier(publisher, time.now, log, metrics, plans);
  const changes = new FrontierJobChanges(database, time.now, announcer, signals);
  const admission = new Admission(time.now, metrics);
  const pages = new PageFinisher(time.now);
  const hosts = new HostConcurrency(config, time.now);
  const traps = new TrapWatches(database);
  const outcomes = new OutcomeRecorder(
    database,
    time.now,
    log,
    plans,
    robots,
    admission,
    changes,
    pages,
    new SettledUrls(),
    traps,
    hosts,
    metrics,
  );
  const starter = new JobStarter(database, time.now, log, plans, signals);
  const canceller = new JobCanceller(database, time.now, log, starter, changes);
  const sitemaps = async function* ({ urls }: { urls: readonly string[] }) {
    for (const url of urls) yield site.sitemaps.get(url) ?? [];
  };
  const seeds = new SeedAdmission(database, time.now, robots, admission, changes);
  const crawls = new SeedCrawl(log, sitemaps, plans, robots, admission, changes, seeds);
  const recall = new RevisitPages(database, log, plans, seeds, traps);
  const batches = new SeedBatch(database, time.now, admission, changes);
  const seeder = new Seeder(
    database,
    time.now,
    config,
    log,
    stopping,
    crawls,
    batches,
    recall,
    changes,
    plans,
    signals,
  );
  const round = new LeaseRound(database, time.now, config, log, plans, hosts, metrics);
  const cache = new PageLookUps(database, time.now, config, log, metrics);
  const dispatcher = new Dispatcher(round, robots, outcomes, cache, signals, database, publisher, log, stopping);
  const repair = new LostResultRepair(database, time.now, log, announcer, changes, metrics);
  const sweeper = new Sweeper(database, time.now, log, stopping, starter, canceller, outcomes, repair, metrics, plans);
  const eraser = new Eraser(database, time.now, log, stopping, plans);
  return { publisher, registry, starter, canceller, seeder, round, dispatcher, outcomes, sweeper, eraser };
}

export type AssembledFrontier = ReturnType<typeof assembleFrontier>;

/** Errors that a loop or a pool swallowed to stay alive, since the last call. */
export function takeErrors(): unknown[] {
  return errors.splice(0);
}
