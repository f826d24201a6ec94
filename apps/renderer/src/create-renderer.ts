import { setMaxListeners } from 'node:events';
import { type Clock, portOf } from '@orbweaver/core';
import { createEgressGuard, createHttpClient, type EgressGuard, startForwardProxy } from '@orbweaver/egress';
import { ExtractionPool } from '@orbweaver/extraction';
import { type Publisher, runOutsideWork } from '@orbweaver/messaging';
import {
  type EventLog,
  type HealthChecks,
  type Stopping,
  secureContextOf,
  siteRoutes,
  type Tracing,
} from '@orbweaver/platform';
import { PageStarts } from './bounds/page-starts';
import { Slots } from './bounds/slots';
import { BrowserPool } from './browser/supply/browser-pool';
import { BrowserSource } from './browser/supply/browser-source';
import { BrowserSupply } from './browser/supply/browser-supply';
import { desktopUserAgent } from './browser/visitor/user-agent';
import { BrowserFetcher } from './fetch/browser-fetcher';
import { HttpFetcher } from './fetch/http-fetcher';
import { PageIntake } from './intake/page-intake';
import { workOnPage } from './intake/page-work';
import { ResultPublisher } from './intake/publish-result';
import { reportExpired } from './intake/report-expired';
import { reportDenials } from './intake/report-unreached';
import { DocumentMaker } from './page/make-document';
import { PageRenderer } from './page/render-page';
import { ProxyRotation } from './proxy/proxy-rotation';
import { pagePatienceMs, type RendererConfig } from './renderer.config';
import type { RendererMetrics } from './renderer-metrics';

const MIB = 1024 * 1024;
/** Bulk pages that may wait for each browser slot: enough to keep it busy, few enough to meet their deadlines. */
const BACKLOG_PER_BROWSER_SLOT = 4;

export interface RendererSurroundings {
  publisher: Publisher;
  clock: Clock;
  log: EventLog;
  health: HealthChecks;
  stopping: Stopping;
  metrics: RendererMetrics;
  tracing: Tracing;
}

export interface Renderer {
  intake: PageIntake;
  start(): void;
  /** Drains running pages for a bounded time, aborts the rest, and closes all processes, threads and sockets. */
  stop(): Promise<void>;
}

export function createRenderer(config: RendererConfig, surroundings: RendererSurroundings): Renderer {
  const { publisher, clock, log, health, stopping, metrics, tracing } = surroundings;
  const giveUp = createGiveUp(stopping, pagePatienceMs(config));
  const guard = createEgressGuard({
    allow: config.EGRESS_ALLOW,
    deny: config.EGRESS_DENY,
    onDenied: (_, cause) => metrics.countDenied(cause),
  });
  const routes = siteRoutes(config);
  const secureContext = secureContextOf(config.EXTRA_CA_CERTS);
  const client = createHttpClient({ guard, userAgent: desktopUserAgent().userAgent, routes, secureContext });
  const extraction = new ExtractionPool({
    threads: config.RENDERER_EXTRACTION_THREADS,
    maxHeapMb: config.RENDERER_EXTRACTION_HEAP_MIB,
    fileProcesses: config.RENDERER_FILE_PROCESSES,
    maxFileMemoryMb: config.RENDERER_FILE_MEMORY_MIB,
  });
  const proxies = new ProxyRotation({
    basic: config.PROXY_BASIC.map((proxy) => proxy.withTargets(config.PROXY_TARGETS)),
    stealth: config.PROXY_STEALTH.map((proxy) => proxy.withTargets(config.PROXY_TARGETS)),
    guard,
    routes,
    secureContext,
    metrics,
    log,
  });
  const forwardProxy = new OpenedOnce(() => startForwardProxy({ guard, routes, secureContext }));
  const browsers = createBrowsers(config, surroundings, async () => (await forwardProxy.get()).url);
  const httpSlots = new Slots(config.RENDERER_HTTP_SLOTS, reservedSlots(config, config.RENDERER_HTTP_SLOTS));
  const fetching = { version: () => browsers.source.version(), maxBytes: config.RENDERER_MAX_PAGE_MIB * MIB };
  const http = new HttpFetcher({ ...fetching, client, slots: httpSlots, outerSlots: () => [intake.slots] });
  const browser = new BrowserFetcher({
    ...fetching,
    pool: browsers.pool,
    http,
    forwardProxy: () => forwardProxy.get(),
    onDenied: (denials) => reportDenials(denials, { log, metrics }),
  });
  const starts = new PageStarts(stopping.signal);
  const renderer = new PageRenderer({
    http,
    browser,
    proxies,
    documents: new DocumentMaker(extraction, metrics, config.RENDERER_CONTENT_CONFIDENCE),
    metrics,
    clock,
    beforeRequest: (message) => starts.begin(message),
    // Without closed hosts a cached page needs no name resolution.
    ...(config.EGRESS_DENY !== '' && { isClosed: (urls: readonly string[]) => hasClosedHost(guard, urls) }),
  });
  const results = new ResultPublisher({
    publisher,
    log,
    clock,
    stop: giveUp.signal,
    isSaturated: () => extraction.stats().queued > 0,
  });
  const capacity = config.RENDERER_HTTP_SLOTS + config.RENDERER_BROWSER_SLOTS;
  const intake = new PageIntake({
    capacity,
    reserved: reservedSlots(config, capacity),
    browserBacklog: () => browsers.pool.slots.waiting('bulk'),
    maxBrowserBacklog: config.RENDERER_BROWSER_SLOTS * BACKLOG_PER_BROWSER_SLOT,
    render: (message) => workOnPage(message, { renderer, results, starts, metrics, tracing, log, stop: giveUp.signal }),
    expire: (message) => reportExpired(message, { results, log }),
    // A lone process has no other renderer for scrapes: their callers wait while it drains.
    closed: { interactive: giveUp.noScrapes, bulk: stopping.signal },
    log,
  });
  metrics.watchSlots({ http: httpSlots, browser: browsers.pool.slots, intake: intake.slots });
  health.addReadiness('browser', () => browsers.source.health());
  return {
    intake,
    start: () => browsers.source.warmUp(),
    async stop() {
      await intake.whenEmpty();
      giveUp.end();
      await Promise.all([browsers.pool.close(), extraction.close(), client.close()]);
      await proxies.close();
      await (await forwardProxy.opened())?.close();
    },
  };
}

function createBrowsers(
  config: RendererConfig,
  { log, metrics }: RendererSurroundings,
  proxyUrl: () => Promise<string>,
): { source: BrowserSource; pool: BrowserPool } {
  const source = new BrowserSource(
    {
      chromiumPath: config.CHROMIUM_PATH,
      cacheDir: config.RENDERER_CACHE_DIR,
      requireSandbox: config.RENDERER_REQUIRE_SANDBOX,
      authorities: config.EXTRA_CA_CERTS,
      maxHeapMb: config.RENDERER_BROWSER_MAX_MEMORY_MIB / 2,
      log,
    },
    proxyUrl,
  );
  const maxMemoryBytes = config.RENDERER_BROWSER_MAX_MEMORY_MIB * MIB;
  const supply = new BrowserSupply({
    // Pages of many jobs share a browser, its events and its errors.
    launch: () => runOutsideWork(() => source.launch()),
    maxPages: config.RENDERER_BROWSER_MAX_PAGES,
    maxAgeMs: config.RENDERER_BROWSER_MAX_AGE,
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
    onLaunchFailed: (error) => runOutsideWork(() => log.error('browser-launch-failed', {}, error)),
  });
  metrics.watchBrowserMemory(() => supply.residentBytes());
  metrics.watchBrowser(() => source.browser());
  const slots = config.RENDERER_BROWSER_SLOTS;
  return { source, pool: new BrowserPool({ supply, slots, reservedSlots: reservedSlots(config, slots) }) };
}

/** Whether the guard denies one of the hosts now. Unresolved hosts are not denied: their cached pages may be served. */
async function hasClosedHost(guard: EgressGuard, urls: readonly string[]): Promise<boolean> {
  const hosts = new Map(urls.map((url) => [new URL(url).host, new URL(url)]));
  const resolutions = await Promise.all([...hosts.values()].map((url) => guard.resolve(url.hostname, portOf(url))));
  return resolutions.some((found) => found.kind === 'failed' && found.failure.cause !== 'unresolved');
}

function reservedSlots(config: RendererConfig, slots: number): number {
  return Math.ceil((slots * config.RENDERER_INTERACTIVE_PERCENT) / 100);
}

/**
 * Aborts running pages `patienceMs` after the process began to stop, or later while scrapes of callers in the same
 * process may run. `noScrapes` aborts when no more scrapes are accepted: at once if no caller waits in this process,
 * otherwise together with `signal`.
 */
function createGiveUp(
  stopping: Stopping,
  patienceMs: number,
): { signal: AbortSignal; noScrapes: AbortSignal; end(): void } {
  const controller = new AbortController();
  const noScrapes = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  // Each running page listens to both; the default limit of ten listeners is meant for leaks.
  setMaxListeners(0, controller.signal, noScrapes.signal, stopping.signal);
  // Starts here because other services may use part of the time before `stop` is called.
  const begin = () => {
    const { longestWorkMs } = stopping;
    if (longestWorkMs === 0) noScrapes.abort();
    const giveUp = () => {
      noScrapes.abort();
      controller.abort();
    };
    timer = setTimeout(giveUp, Math.max(patienceMs, longestWorkMs));
  };
  stopping.signal.addEventListener('abort', begin, { once: true });
  return { signal: controller.signal, noScrapes: noScrapes.signal, end: () => clearTimeout(timer) };
}

class OpenedOnce<T> {
  private opening: Promise<T> | undefined;

  constructor(private readonly open: () => Promise<T>) {}

  async get(): Promise<T> {
    this.opening ??= this.open();
    const opening = this.opening;
    try {
      return await opening;
    } catch (error) {
      if (this.opening === opening) this.opening = undefined;
      throw error;
    }
  }

  opened(): Promise<T> | undefined {
    return this.opening;
  }
}
