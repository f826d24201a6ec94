import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { type RenderPage, withTtl } from '@orbweaver/contracts';
import type { Clock } from '@orbweaver/core';
import type { Publisher } from '@orbweaver/messaging';
import { type Database, hasQueuedPages, type LeasedPage, releaseLeases } from '@orbweaver/persistence';
import {
  CLOCK,
  DATABASE,
  type EventLog,
  LOG,
  PUBLISHER,
  ServiceLoop,
  STOPPING,
  type Stopping,
} from '@orbweaver/platform';
import type { CompiledJob } from '../jobs/compiled-jobs';
import { WakeSignals } from '../jobs/wake-signals';
import { OutcomeRecorder } from '../outcomes/outcome-recorder';
import { isPause, RobotsCache } from '../site/robots-cache';
import { CacheLookUps } from './cache-look-ups';
import { LeaseRound } from './lease-round';
import { renderPageMessage } from './render-message';

/** Maximum latency for the end of a delay or back-off, and for admissions by another frontier. */
const TICK_MS = 250;
const IDLE_TICK_MS = 2_000;
/** Signals within this time share a round. A locked job is also retried after it. */
const GATHER_MS = 5;

interface Dispatch {
  page: LeasedPage;
  compiled: CompiledJob;
}

@Injectable()
export class Dispatcher implements OnApplicationBootstrap, OnModuleDestroy, BeforeApplicationShutdown {
  private readonly loop: ServiceLoop;
  private readonly asking = new Set<Promise<void>>();
  private isQuiet = false;
  private isIdle = false;

  constructor(
    private readonly round: LeaseRound,
    private readonly robots: RobotsCache,
    private readonly outcomes: OutcomeRecorder,
    private readonly cache: CacheLookUps,
    signals: WakeSignals,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(PUBLISHER) private readonly publisher: Publisher,
    @Inject(LOG) private readonly log: EventLog,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(STOPPING) private readonly stopping: Stopping,
  ) {
    const bell = signals.pages;
    this.loop = new ServiceLoop({
      name: 'dispatch',
      intervalMs: () => (this.isIdle ? IDLE_TICK_MS : TICK_MS),
      bell,
      log,
      round: () => this.dispatchAll(),
    });
  }

  onApplicationBootstrap(): void {
    this.loop.start(this.stopping.signal);
  }

  onModuleDestroy(): Promise<void> {
    return this.loop.stop();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.asking);
  }

  private async dispatchAll(): Promise<void> {
    // An idle frontier would open a transaction for nothing.
    this.isIdle = this.isQuiet && !(await hasQueuedPages(this.database));
    if (this.isIdle) return;
    for (let next = 'now'; next === 'now' && !this.stopping.signal.aborted; ) {
      const result = await this.round.run();
      this.isQuiet = result.leased.length === 0;
      await this.dispatch(result.leased);
      next = result.next;
      if (next === 'soon') this.loop.wake();
    }
    await new Promise((resolve) => setTimeout(resolve, GATHER_MS));
  }

  /** Publishes leased pages. Pages whose robots.txt is not in memory follow when it is fetched. */
  async dispatch(leased: readonly Dispatch[]): Promise<void> {
    const ready: Dispatch[] = [];
    for (const dispatch of leased) {
      const { page, compiled } = dispatch;
      const { crawl } = compiled;
      const rules = crawl && compiled.within(() => this.robots.known(page.url, compiled.access));
      if (crawl === undefined || crawl.ignoreRobotsTxt || rules?.isAllowed(page.url)) ready.push(dispatch);
      else this.askRobots(dispatch);
    }
    if (ready.length > 0) await this.send(ready);
  }

  private askRobots(dispatch: Dispatch): void {
    const { page, compiled } = dispatch;
    const ask = async () => {
      const rules = await this.robots.rules(page.url, compiled.access);
      if (isPause(rules)) await this.release([dispatch], rules.until);
      else if (rules.isAllowed(page.url)) await this.send([dispatch]);
      else await this.outcomes.recordRobotsRefusal({ pageId: page.id, epoch: page.epoch });
    };
    const asked = compiled.within(() =>
      ask().catch((error) => {
        // The lease expires, and the page becomes due again.
        this.log.error('dispatch-failed', { pageId: page.id, jobId: page.jobId }, error);
      }),
    );
    this.asking.add(asked);
    void asked.finally(() => this.asking.delete(asked));
  }

  private async send(dispatches: readonly Dispatch[]): Promise<void> {
    let sent = 0;
    try {
      const messages = dispatches.map(({ page, compiled }) => renderPageMessage(page, compiled));
      const jobs = new Map(dispatches.map(({ compiled }) => [compiled.jobId, compiled]));
      for await (const slice of this.cache.complete(messages)) {
        await Promise.all(byJob(slice).map(([jobId, pages]) => jobs.get(jobId)!.within(() => this.publish(pages))));
        sent += slice.length;
      }
    } catch (error) {
      // Expired leases would cost each page an attempt and the job a minute.
      await this.release(dispatches.slice(sent));
      throw error;
    }
  }

  private publish(messages: readonly RenderPage[]): Promise<void> {
    return this.publisher.publishAll(
      'renderBulk',
      messages.map((message) => ({ key: message.pageId, message: withTtl(message, this.clock().getTime()) })),
    );
  }

  private async release(dispatches: readonly Dispatch[], dueAt?: Date): Promise<void> {
    const leases = dispatches.map(({ page }) => ({ pageId: page.id, jobId: page.jobId, epoch: page.epoch }));
    await this.database.$transaction((transaction) => releaseLeases(transaction, leases, dueAt));
  }
}

function byJob(messages: readonly RenderPage[]): [jobId: string, messages: RenderPage[]][] {
  const jobs = new Map<string, RenderPage[]>();
  for (const message of messages) {
    const pages = jobs.get(message.jobId);
    if (pages === undefined) jobs.set(message.jobId, [message]);
    else pages.push(message);
  }
  return [...jobs];
}
