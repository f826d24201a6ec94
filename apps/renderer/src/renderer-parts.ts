import { setMaxListeners } from 'node:events';
import {
  createEgressGuard,
  createHttpClient,
  type ForwardProxy,
  type HttpClient,
  startForwardProxy,
} from '@orbweaver/egress';
import { ExtractionPool } from '@orbweaver/extraction';
import { leaveEphemeral, type Publisher } from '@orbweaver/messaging';
import type { EventLog, HealthChecks, Stopping } from '@orbweaver/platform';
import { BrowserPool } from './browser/supply/browser-pool';
import { BrowserSource } from './browser/supply/browser-source';
import { BrowserSupply } from './browser/supply/browser-supply';
import { desktopUserAgent } from './browser/visitor/user-agent';
import { hasClosedHost } from './closed-hosts';
import { BrowserFetcher } from './fetch/browser-fetcher';
import { HttpFetcher } from './fetch/http-fetcher';
import { PageIntake } from './page-intake';
import { workOnPage } from './page-work';
import { ResultPublisher } from './publish-result';
import { PageRenderer } from './render-page';
import { pagePatienceMs, type RendererConfig } from './renderer.config';
import type { RendererMetrics } from './renderer-metrics';
import { Slots } from './slots';
import { WaysOut } from './ways-out';

const MIB = 1024 * 1024;
const MINUTE_MS = 60_000;
/** Bulk pages that may wait for each browser slot: enough to keep it busy, few enough to be rendered before their deadline. */
const BACKLOG_PER_BROWSER_SLOT = 4;

export interface RendererSurroundings {
  publisher: Publisher;
  log: EventLog;
  health: HealthChecks;
  stopping: Stopping;
  metrics: RendererMetrics;
}

/** Everything the service consists of, wired. */
export class RendererParts {
  readonly intake: PageIntake;
  private readonly source: BrowserSource;
  private readonly pool: BrowserPool;
  private readonly extraction: ExtractionPool;
  private readonly client: HttpClient;
  private readonly waysOut: WaysOut;
  private readonly giveUp = new AbortController();
  private patience: NodeJS.Timeout | undefined;
  private proxy: Promise<ForwardProxy> | undefined;
  private readonly openProxy: () => Promise<ForwardProxy>;

  constructor(config: RendererConfig, { publisher, log, health, stopping, metrics }: RendererSurroundings) {
    // Each page in hand listens to both; the usual warning at ten is meant for leaks.
    setMaxListeners(0, this.giveUp.signal, stopping.signal);
    // From then on the process has its time to end, of which others may use up a part before `stop` is called.
    const beginToEnd = () => {
      this.patience = setTimeout(() => this.giveUp.abort(), pagePatienceMs(config));
    };
    stopping.signal.addEventListener('abort', beginToEnd, { once: true });
    const guard = createEgressGuard({
      allow: config.EGRESS_ALLOW,
      deny: config.EGRESS_DENY,
      onDenied: () => metrics.countDenied(),
    });
    const reserved = (slots: number) => Math.ceil((slots * config.RENDERER_INTERACTIVE_PERCENT) / 100);
    const maxBytes = config.RENDERER_MAX_PAGE_MB * MIB;
    this.client = createHttpClient({ guard, userAgent: desktopUserAgent().userAgent });
    this.openProxy = () => startForwardProxy({ guard });
    this.source = new BrowserSource(
      {
        chromiumPath: config.CHROMIUM_PATH,
        cacheDir: config.RENDERER_CACHE_DIR,
        requireSandbox: config.RENDERER_REQUIRE_SANDBOX,
        maxHeapMb: config.RENDERER_BROWSER_MAX_MEMORY_MB / 2,
        log,
      },
      async () => (await this.forwardProxy()).url,
    );
    const maxMemoryBytes = config.RENDERER_BROWSER_MAX_MEMORY_MB * MIB;
    const supply = new BrowserSupply({
      // Many pages share a browser, its events and its faults.
      launch: () => leaveEphemeral(() => this.source.launch()),
      maxPages: config.RENDERER_BROWSER_MAX_PAGES,
      maxAgeMs: config.RENDERER_BROWSER_MAX_AGE_MINUTES * MINUTE_MS,
      maxMemoryBytes,
      maxPageBytes: maxMemoryBytes / 2,
      onRestart: (reason) => {
        metrics.countRestart(reason);
        log.info('browser-replaced', { reason });
      },
      onPageKilled: (bytes) => {
        metrics.countKilledPage();
        log.warn('page-killed', { reason: 'memory', megabytes: Math.round(bytes / MIB) });
      },
      onGpuKilled: () => log.warn('gpu-killed', { reason: 'hung' }),
      onLaunchFailed: (error) => leaveEphemeral(() => log.error('browser-launch-failed', {}, error)),
    });
    metrics.watchBrowserMemory(() => supply.residentBytes());
    this.pool = new BrowserPool({
      supply,
      slots: config.RENDERER_BROWSER_SLOTS,
      reservedSlots: reserved(config.RENDERER_BROWSER_SLOTS),
    });
    this.extraction = new ExtractionPool({
      threads: config.RENDERER_EXTRACTION_THREADS,
      maxHeapMb: config.RENDERER_EXTRACTION_HEAP_MB,
      fileProcesses: config.RENDERER_FILE_PROCESSES,
      maxFileMemoryMb: config.RENDERER_FILE_MEMORY_MB,
    });
    const httpSlots = new Slots(config.RENDERER_HTTP_SLOTS, reserved(config.RENDERER_HTTP_SLOTS));
    const http = new HttpFetcher({
      client: this.client,
      slots: httpSlots,
      version: () => this.source.version(),
      maxBytes,
    });
    const browser = new BrowserFetcher({
      pool: this.pool,
      http,
      forwardProxy: () => this.forwardProxy(),
      version: () => this.source.version(),
      maxBytes,
    });
    this.waysOut = new WaysOut({ basic: config.PROXY_BASIC, stealth: config.PROXY_STEALTH, guard, metrics, log });
    const { waysOut, extraction } = this;
    // Without closed hosts a page from the cache costs no look-up of names.
    const isClosed = (urls: readonly string[]) => hasClosedHost(guard, urls);
    const closing = config.EGRESS_DENY === '' ? {} : { isClosed };
    const renderer = new PageRenderer({ http, browser, waysOut, extraction, metrics, ...closing });
    const results = new ResultPublisher({ publisher, log, stop: this.giveUp.signal });
    const inHand = config.RENDERER_HTTP_SLOTS + config.RENDERER_BROWSER_SLOTS;
    this.intake = new PageIntake({
      capacity: inHand,
      reserved: reserved(inHand),
      browserBacklog: () => this.pool.slots.waiting('bulk'),
      maxBrowserBacklog: config.RENDERER_BROWSER_SLOTS * BACKLOG_PER_BROWSER_SLOT,
      render: (message) => workOnPage(message, { renderer, results, metrics, log, stop: this.giveUp.signal }),
      stopping: stopping.signal,
      log,
    });
    metrics.watchSlots({ http: httpSlots, browser: this.pool.slots, intake: this.intake.slots });
    health.addReadiness('browser', () => this.source.health());
  }

  start(): void {
    this.source.warmUp();
  }

  /** When the process is stopping: lets running pages end for a bounded time, gives up the rest, and ends all processes, threads and sockets. */
  async stop(): Promise<void> {
    await this.intake.whenEmpty();
    clearTimeout(this.patience);
    await Promise.all([this.pool.close(), this.extraction.close(), this.client.close()]);
    await this.waysOut.close();
    await (await this.proxy)?.close();
  }

  private async forwardProxy(): Promise<ForwardProxy> {
    const opening = this.proxy ?? this.openProxy();
    this.proxy = opening;
    try {
      return await opening;
    } catch (error) {
      // A port that could not be opened is tried again by the next browser.
      if (this.proxy === opening) this.proxy = undefined;
      throw error;
    }
  }
}
