import type { Browser } from 'puppeteer-core';
import type { LaunchedBrowser } from './launch-browser';

/** Why a browser was replaced; a metric label. */
export type RestartReason = 'pages' | 'age' | 'crashed' | 'hung';

export interface BrowserSupplyOptions {
  launch(): Promise<LaunchedBrowser>;
  maxPages: number;
  maxAgeMs: number;
  onRestart(reason: RestartReason): void;
  onLaunchFailed(error: unknown): void;
}

/** One page's hold on a browser. */
export interface BrowserHold {
  browser: Browser;
  /** Aborts, with BrowserGone, when the browser crashes or is killed. */
  gone: AbortSignal;
  /** Idempotent. */
  giveBack(): void;
  /** The browser does not answer: it is killed with all its pages, and the next page gets a new one. */
  condemn(): void;
}

/** The browser ended while a page was in it. */
export class BrowserGone extends Error {
  override readonly name = 'BrowserGone';
}

/** A failed start is not repeated at once: pages that come meanwhile fail with the same error. */
const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 30_000;

interface Generation {
  launched: LaunchedBrowser;
  startedAt: number;
  pagesTaken: number;
  pagesOpen: number;
  gone: AbortController;
  /** Gets no new page; ends with its last one. */
  draining: boolean;
}

/**
 * Hands out one browser at a time, and replaces it. A generation lives like this:
 *
 *   launched ──► current ──► draining ──► ended     enough pages or time: the successor is launched first,
 *                   │            │                  and takes over when it is warm
 *                   └────────────┴──────► gone      crashed, or killed because it hung: its pages fail at once
 */
export class BrowserSupply {
  private current: Generation | undefined;
  private launching: Promise<Generation> | undefined;
  private readonly alive = new Set<Generation>();
  private closed = false;
  private failure: { error: unknown; retryAt: number; delayMs: number } | undefined;

  constructor(private readonly options: BrowserSupplyOptions) {}

  /** Rejects with the launch's error when no browser can be had. */
  async take(): Promise<BrowserHold> {
    const generation = this.current ?? (await this.launchNext());
    // Between the launch and this line the browser may have gone.
    if (generation.gone.signal.aborted) throw generation.gone.signal.reason;
    generation.pagesTaken += 1;
    generation.pagesOpen += 1;
    this.renewWhenWorn(generation);
    let held = true;
    return {
      browser: generation.launched.browser,
      gone: generation.gone.signal,
      giveBack: () => {
        if (!held) return;
        held = false;
        generation.pagesOpen -= 1;
        if (generation.draining && generation.pagesOpen === 0) void this.end(generation);
      },
      condemn: () => this.lose(generation, 'hung', new BrowserGone('the browser hung and was killed')),
    };
  }

  /** Ends every browser, whatever runs in them. */
  async close(): Promise<void> {
    this.closed = true;
    await this.launching?.catch(() => undefined);
    await Promise.all([...this.alive].map((generation) => this.end(generation)));
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
      const delayMs = Math.min(LONGEST_RETRY_MS, (this.failure?.delayMs ?? FIRST_RETRY_MS / 2) * 2);
      this.failure = { error, delayMs, retryAt: Date.now() + delayMs };
      this.options.onLaunchFailed(error);
      throw error;
    }
    this.failure = undefined;
    const generation: Generation = {
      launched,
      startedAt: Date.now(),
      pagesTaken: 0,
      pagesOpen: 0,
      gone: new AbortController(),
      draining: false,
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
    if (generation !== this.current || this.launching !== undefined) return;
    const reason = this.wornBy(generation);
    if (reason === undefined) return;
    // Until the successor is warm this one serves on; if it cannot be launched, so be it: the next page tries again.
    this.launchNext().then(
      () => this.options.onRestart(reason),
      () => undefined,
    );
  }

  private wornBy(generation: Generation): RestartReason | undefined {
    if (generation.pagesTaken >= this.options.maxPages) return 'pages';
    if (Date.now() - generation.startedAt >= this.options.maxAgeMs) return 'age';
    return undefined;
  }

  private retire(generation: Generation | undefined): void {
    if (generation === undefined) return;
    generation.draining = true;
    if (generation.pagesOpen === 0) void this.end(generation);
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
    if (!generation.gone.signal.aborted) generation.gone.abort(new BrowserGone('the browser was closed'));
    await generation.launched.end();
  }
}
