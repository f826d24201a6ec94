import { backoff, retryWaits } from '@orbweaver/core';
import type { Browser } from 'puppeteer-core';
import { within } from '../../bounds/until';
import type { RestartReason } from '../../renderer-metrics';
import type { WorkerSessions } from '../visitor/worker-sessions';
import { watchBrowser } from './browser-watch';
import { drawNewPage } from './gpu-watch';
import type { LaunchedBrowser } from './launch-browser';

export interface BrowserSupplyOptions {
  launch(): Promise<LaunchedBrowser>;
  maxPages: number;
  maxAgeMs: number;
  maxMemoryBytes: number;
  /** Memory limit of a page's process, which is killed beyond it. */
  maxPageBytes: number;
  maxDrainMs?: number;
  maxProbeMs?: number;
  onRestart(reason: RestartReason): void;
  onPageKilled(bytes: number): void;
  /** The GPU process hung and was killed. The browser starts another. */
  onGpuKilled?(): void;
  onLaunchFailed(error: unknown): void;
}

export interface BrowserHold {
  browser: Browser;
  workers: WorkerSessions;
  /** Aborts with BrowserGone when the browser crashes or is killed. */
  gone: AbortSignal;
  /** Idempotent. */
  giveBack(): void;
  /** Reports that the browser does not respond. It is killed with all its pages. */
  condemn(): void;
  /**
   * Whether a crashed page ran out of memory: its process was killed, or its script heap was full. Call once, because a
   * kill counts for one page. The heap is considered only if no other page is open.
   */
  endsForMemory(): boolean;
  /** Reports that the page did not open in time. A browser that cannot open a blank page either is killed. */
  doubt(): void;
}

export class BrowserGone extends Error {
  override readonly name = 'BrowserGone';
}

const MAX_DRAIN_MS = 10 * 60_000;
const MAX_PROBE_MS = 20_000;
/** A browser reports the crash of a killed page within this time, without the process id. */
const CRASH_REPORT_MS = 5_000;
/** Share of a page's memory limit from which its script heap may be full. */
const NEARLY_ALL = 0.6;

interface Generation {
  launched: LaunchedBrowser;
  startedAt: number;
  pagesTaken: number;
  pagesOpen: number;
  residentBytes: number;
  gone: AbortController;
  unattributedKills: number[];
  largestPageBytes: number;
  /** Set for a browser without new pages. It closes with its last page, or when this timer fires. */
  draining?: NodeJS.Timeout;
  isProbed: boolean;
  stopWatching(): void;
}

/**
 * Provides one browser at a time, and replaces it:
 *
 *   launched ──► current ──► draining ──► ended     page count, age or memory: after the successor is launched
 *                   └────────────┴──────► gone      crashed or killed: its pages fail at once
 */
export class BrowserSupply {
  private current: Generation | undefined;
  private launching: Promise<Generation> | undefined;
  private readonly alive = new Set<Generation>();
  private closed = false;
  private failure: { error: unknown; retryAt: number; attempts: number } | undefined;

  constructor(private readonly options: BrowserSupplyOptions) {}

  residentBytes(): number {
    return [...this.alive].reduce((sum, { residentBytes }) => sum + residentBytes, 0);
  }

  /** Rejects with the error of the launch when no browser starts. */
  async take(): Promise<BrowserHold> {
    const generation = this.current ?? (await this.launchNext());
    // The browser may have closed since its launch.
    if (generation.gone.signal.aborted) throw generation.gone.signal.reason;
    generation.pagesTaken += 1;
    generation.pagesOpen += 1;
    this.renewWhenWorn(generation);
    let held = true;
    return {
      browser: generation.launched.browser,
      workers: generation.launched.workers,
      gone: generation.gone.signal,
      giveBack: () => {
        if (!held) return;
        held = false;
        generation.pagesOpen -= 1;
        if (generation.draining !== undefined && generation.pagesOpen === 0) void this.end(generation);
      },
      condemn: () => this.condemn(generation),
      endsForMemory: () => this.endsForMemory(generation),
      doubt: () => void this.probe(generation),
    };
  }

  async close(): Promise<void> {
    this.closed = true;
    await this.launching?.catch(() => undefined);
    await Promise.all([...this.alive].map((generation) => this.end(generation)));
  }

  private endsForMemory(generation: Generation): boolean {
    const oldest = performance.now() - CRASH_REPORT_MS;
    const [killedAt, ...others] = generation.unattributedKills.filter((at) => at > oldest);
    generation.unattributedKills = others;
    if (killedAt !== undefined) return true;
    return generation.pagesOpen === 1 && generation.largestPageBytes > this.options.maxPageBytes * NEARLY_ALL;
  }

  private launchNext(): Promise<Generation> {
    if (this.launching !== undefined) return this.launching;
    if (this.closed) return Promise.reject(new BrowserGone('the renderer is shutting down'));
    if (this.failure !== undefined && Date.now() < this.failure.retryAt) return Promise.reject(this.failure.error);
    this.launching = this.launchGeneration().finally(() => {
      this.launching = undefined;
    });
    return this.launching;
  }

  private async launchGeneration(): Promise<Generation> {
    let launched: LaunchedBrowser;
    try {
      launched = await this.options.launch();
    } catch (error) {
      const attempts = (this.failure?.attempts ?? 0) + 1;
      const delayMs = backoff(attempts, retryWaits.browserLaunch);
      this.failure = { error, attempts, retryAt: Date.now() + delayMs };
      this.options.onLaunchFailed(error);
      throw error;
    }
    this.failure = undefined;
    const generation: Generation = {
      launched,
      startedAt: Date.now(),
      pagesTaken: 0,
      pagesOpen: 0,
      residentBytes: 0,
      isProbed: false,
      unattributedKills: [],
      largestPageBytes: 0,
      gone: new AbortController(),
      stopWatching: watchBrowser(launched.root, {
        maxPageBytes: this.options.maxPageBytes,
        onChecked: ({ residentBytes, largestPageBytes }) => {
          generation.residentBytes = residentBytes;
          generation.largestPageBytes = largestPageBytes;
          this.renewWhenWorn(generation);
        },
        onPageKilled: (bytes) => {
          generation.unattributedKills.push(performance.now());
          this.options.onPageKilled(bytes);
        },
        draw: () => drawNewPage(launched.browser),
        onGpuKilled: () => this.options.onGpuKilled?.(),
        onHung: () => this.condemn(generation),
      }),
    };
    this.alive.add(generation);
    launched.browser.once('disconnected', () => {
      this.lose(generation, 'crashed', new BrowserGone('the browser crashed'));
    });
    if (this.closed) {
      await this.end(generation);
      throw new BrowserGone('the renderer is shutting down');
    }
    this.retire(this.current);
    this.current = generation;
    return generation;
  }

  private renewWhenWorn(generation: Generation): void {
    if (generation !== this.current || this.launching !== undefined || this.closed) return;
    const reason = this.wornBy(generation);
    if (reason === undefined) return;
    // This browser remains in use until its successor is launched. A failed launch is repeated by the next page.
    this.launchNext().then(
      () => this.options.onRestart(reason),
      () => undefined,
    );
  }

  private wornBy(generation: Generation): RestartReason | undefined {
    // An unused browser is as small as its successor.
    if (generation.pagesTaken === 0) return undefined;
    if (generation.pagesTaken >= this.options.maxPages) return 'pages';
    if (generation.residentBytes > this.options.maxMemoryBytes) return 'memory';
    if (Date.now() - generation.startedAt >= this.options.maxAgeMs) return 'age';
    return undefined;
  }

  private retire(generation: Generation | undefined): void {
    if (generation === undefined) return;
    generation.draining = setTimeout(() => this.condemn(generation), this.options.maxDrainMs ?? MAX_DRAIN_MS).unref();
    if (generation.pagesOpen === 0) void this.end(generation);
  }

  /** A browser that responds may still be unable to start page processes, for example without its zygote. */
  private async probe(generation: Generation): Promise<void> {
    if (generation.isProbed) return;
    generation.isProbed = true;
    try {
      const { browser } = generation.launched;
      const limitMs = this.options.maxProbeMs ?? MAX_PROBE_MS;
      await within(limitMs, 'a blank page', openBlankPage(browser));
    } catch {
      this.condemn(generation);
    } finally {
      generation.isProbed = false;
    }
  }

  private condemn(generation: Generation): void {
    this.lose(generation, 'hung', new BrowserGone('the browser hung and was killed'));
  }

  private lose(generation: Generation, reason: RestartReason, error: BrowserGone): void {
    if (!this.alive.has(generation) || generation.gone.signal.aborted) return;
    this.options.onRestart(reason);
    generation.gone.abort(error);
    void this.end(generation);
  }

  private async end(generation: Generation): Promise<void> {
    if (this.current === generation) this.current = undefined;
    this.alive.delete(generation);
    generation.stopWatching();
    clearTimeout(generation.draining);
    if (!generation.gone.signal.aborted) generation.gone.abort(new BrowserGone('the browser was closed'));
    await generation.launched.end();
  }
}

async function openBlankPage(browser: Browser): Promise<void> {
  const context = await browser.createBrowserContext();
  try {
    await context.newPage();
  } finally {
    await context.close();
  }
}
