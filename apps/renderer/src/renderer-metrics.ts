import type { Denial, ProxyPool } from '@orbweaver/egress';
import type { ContentVerdict } from '@orbweaver/extraction';
import { noTracing, RENDER_SLOTS_METRIC, type Tracing } from '@orbweaver/platform';
import { LRUCache } from 'lru-cache';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Slots } from './bounds/slots';

export type Engine = 'http' | 'browser' | 'none';
/** `target-failed`: the proxy worked but could not reach the site. */
export type ProxyAttemptResult = 'answered' | 'proxy-failed' | 'target-failed';
export type RestartReason = (typeof RESTART_REASONS)[number];
export type Phase = 'fetch' | 'extract' | 'publish' | 'total';

const RESTART_REASONS = ['pages', 'age', 'memory', 'crashed', 'hung'] as const;

const DENIAL_CAUSES: readonly Denial['cause'][] = ['not-public', 'closed'];

/** A job with further denials counts again after this time, so that rates over ten minutes include it. */
const DENIED_AGAIN_MS = 10 * 60_000;
/** Above this number a job may count twice. */
const MAX_DENIED_JOBS = 10_000;

/** Seconds; from a local HTTP page to the longest deadline. */
const BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300];

export class RendererMetrics {
  private readonly pages: Counter<'outcome' | 'engine'>;
  private readonly durations: Histogram<'engine' | 'phase'>;
  private readonly dropped: Counter<'reason'>;
  private readonly restarts: Counter<'reason'>;
  private readonly killedPages: Counter;
  private readonly denied: Counter;
  private readonly deniedJobs: Counter<'cause'>;
  private readonly recentlyDenied = new LRUCache<string, true>({ max: MAX_DENIED_JOBS, ttl: DENIED_AGAIN_MS });
  private readonly proxyAttempts: Counter<'kind' | 'result'>;
  private readonly mainContent: Counter<'kind' | 'confidence'>;

  constructor(
    private readonly registry: Registry,
    private readonly tracing: Tracing = noTracing,
  ) {
    const registers = [registry];
    this.pages = new Counter({
      name: 'orbweaver_pages_total',
      help: 'Page renders, by outcome (done, redirected, deferred, returned to the frontier, or the failure reason) and engine (http, browser; none: nothing was fetched). Includes retries; for pages without retries see orbweaver_pages_stored_total.',
      labelNames: ['outcome', 'engine'],
      registers,
    });
    this.durations = new Histogram({
      name: 'orbweaver_page_duration_seconds',
      help: 'Duration of page renders including waits for slots, by phase and engine.',
      labelNames: ['engine', 'phase'],
      buckets: BUCKETS,
      registers,
    });
    this.dropped = new Counter({
      name: 'orbweaver_pages_dropped_total',
      help: 'Pages dropped unfinished, by reason: deadline (passed on arrival) or shutdown.',
      labelNames: ['reason'],
      registers,
    });
    this.restarts = new Counter({
      name: 'orbweaver_browser_restarts_total',
      help: 'Browser replacements, by reason: pages, age (both planned), memory, crashed, hung.',
      labelNames: ['reason'],
      registers,
    });
    this.killedPages = new Counter({
      name: 'orbweaver_browser_pages_killed_total',
      help: 'Pages closed because their process exceeded the memory limit.',
      registers,
    });
    this.denied = new Counter({
      name: 'orbweaver_egress_denied_total',
      help: 'Connections denied by address, by cause: closed (EGRESS_DENY) or not-public.',
      labelNames: ['cause'],
      registers,
    });
    this.deniedJobs = new Counter({
      name: 'orbweaver_egress_denied_jobs_total',
      help: 'Jobs and scrapes with a denied connection, by cause: closed (EGRESS_DENY) or not-public. Each renderer counts a job once in ten minutes.',
      labelNames: ['cause'],
      registers,
    });
    this.proxyAttempts = new Counter({
      name: 'orbweaver_proxy_attempts_total',
      help: 'Page fetches through configured proxies, by kind and result (answered, proxy-failed, target-failed).',
      labelNames: ['kind', 'result'],
      registers,
    });
    this.mainContent = new Counter({
      name: 'orbweaver_main_content_pages_total',
      help: 'Pages reduced to their main content, by kind of page and confidence: low (the document has a warning) or high.',
      labelNames: ['kind', 'confidence'],
      registers,
    });
    // A counter must exist before its first increment for rates to include it.
    for (const reason of RESTART_REASONS) this.restarts.inc({ reason }, 0);
    for (const cause of DENIAL_CAUSES) {
      this.denied.inc({ cause }, 0);
      this.deniedJobs.inc({ cause }, 0);
    }
    for (const reason of ['deadline', 'shutdown']) this.dropped.inc({ reason }, 0);
  }

  countPage(outcome: string, engine: Engine): void {
    this.pages.inc({ outcome, engine });
  }

  countDenied(cause: Denial['cause']): void {
    this.denied.inc({ cause });
  }

  countDeniedJob(jobId: string, cause: Denial['cause']): void {
    const name = `${cause} ${jobId}`;
    if (this.recentlyDenied.has(name)) return;
    this.recentlyDenied.set(name, true);
    this.deniedJobs.inc({ cause });
  }

  /** Measures a phase and adds its span to the trace: `fetch` (HTTP), `render` (browser) or `extract`. */
  async time<T>(phase: Phase, engine: Engine, work: () => Promise<T>): Promise<T> {
    const startedAt = performance.now();
    const name = phase === 'fetch' && engine === 'browser' ? 'render' : phase;
    try {
      return await this.tracing.span(name, {}, work);
    } finally {
      this.observe(phase, engine, performance.now() - startedAt);
    }
  }

  observe(phase: Phase, engine: Engine, durationMs: number): void {
    this.durations.observe({ phase, engine }, durationMs / 1000);
  }

  countDropped(reason: 'deadline' | 'shutdown'): void {
    this.dropped.inc({ reason });
  }

  countRestart(reason: RestartReason): void {
    this.restarts.inc({ reason });
  }

  countKilledPage(): void {
    this.killedPages.inc();
  }

  watchBrowser(browser: () => { version: string; sandbox: boolean } | undefined): void {
    new Gauge({
      name: 'orbweaver_browser_info',
      help: 'Constant 1 once a browser is found. Labels: its version, and whether its sandbox is on or off.',
      labelNames: ['version', 'sandbox'],
      registers: [this.registry],
      collect() {
        const found = browser();
        this.reset();
        if (found !== undefined) this.set({ version: found.version, sandbox: found.sandbox ? 'on' : 'off' }, 1);
      },
    });
  }

  watchBrowserMemory(residentBytes: () => number): void {
    new Gauge({
      name: 'orbweaver_browser_rss_bytes',
      help: 'Resident memory of all browser processes. Memory shared by the processes of a browser counts once.',
      registers: [this.registry],
      collect() {
        this.set(residentBytes());
      },
    });
  }

  countProxyAttempt(kind: string, result: ProxyAttemptResult): void {
    this.proxyAttempts.inc({ kind, result });
  }

  countMainContent({ kind, isLow }: ContentVerdict): void {
    this.mainContent.inc({ kind, confidence: isLow ? 'low' : 'high' });
  }

  watchProxies(pools: Record<string, ProxyPool>): void {
    new Gauge({
      name: 'orbweaver_proxies',
      help: 'Configured proxies, by kind and state: healthy, or out (paused after failures).',
      labelNames: ['kind', 'state'],
      registers: [this.registry],
      collect() {
        for (const [kind, pool] of Object.entries(pools)) {
          const { healthy, out } = pool.counts();
          this.set({ kind, state: 'healthy' }, healthy);
          this.set({ kind, state: 'out' }, out);
        }
      },
    });
  }

  watchSlots(slots: Record<string, Slots>): void {
    new Gauge({
      name: RENDER_SLOTS_METRIC,
      help: 'Render slots, by resource and state: capacity, used, waiting, and lent (free while a site is silent).',
      labelNames: ['resource', 'state'],
      registers: [this.registry],
      collect() {
        for (const [resource, one] of Object.entries(slots)) {
          this.set({ resource, state: 'capacity' }, one.capacity);
          this.set({ resource, state: 'used' }, one.used('interactive') + one.used('bulk'));
          this.set({ resource, state: 'waiting' }, one.waiting('interactive') + one.waiting('bulk'));
          this.set({ resource, state: 'lent' }, one.lent);
        }
      },
    });
  }
}
