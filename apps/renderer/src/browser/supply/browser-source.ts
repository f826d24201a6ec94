import type { HealthAnswer } from '@orbweaver/platform';
import type { FoundBrowser } from './browser-candidates';
import { type BrowserSearch, findBrowser } from './find-browser';
import { type BrowserLaunch, type LaunchedBrowser, launchBrowser } from './launch-browser';

/** For all tries. A browser starts within a second; on a machine that starts everything at once it took ten. */
const LAUNCH_TIMEOUT_MS = 30_000;
/** A sound browser that crashes as it starts must not fail the page that waits for it. */
const TRIES = 2;

/**
 * Finds the browser of this installation and launches it. The search runs once in the background, as it may unpack or
 * download one. After a failed search, the next page that needs a browser searches again.
 */
export class BrowserSource {
  private search: Promise<FoundBrowser> | undefined;
  private found: FoundBrowser | undefined;
  private failure: string | undefined;

  constructor(
    private readonly options: BrowserSearch & Pick<BrowserLaunch, 'maxHeapMb'>,
    /** The local forward proxy: the browser's only way out. */
    private readonly proxyUrl: () => Promise<string>,
  ) {}

  /** Begins the search without waiting for it. */
  warmUp(): void {
    this.find().catch((error: unknown) => {
      this.options.log.error('browser-not-found', {}, error);
    });
  }

  async launch(): Promise<LaunchedBrowser> {
    const found = await this.find();
    const { maxHeapMb, log } = this.options;
    const proxyUrl = await this.proxyUrl();
    const endsAt = performance.now() + LAUNCH_TIMEOUT_MS;
    for (let tryNumber = 1; ; tryNumber += 1) {
      try {
        return await launchBrowser(found, { proxyUrl, maxHeapMb, timeoutMs: endsAt - performance.now() });
      } catch (error) {
        if (tryNumber === TRIES || performance.now() >= endsAt) throw error;
        log.warn('browser-launched-again', {}, error);
      }
    }
  }

  /** Undefined until a browser was found. */
  browser(): FoundBrowser | undefined {
    return this.found;
  }

  /** As in a user agent; empty until a browser was found. */
  version(): string {
    return this.found?.version ?? '';
  }

  health(): HealthAnswer {
    if (this.failure !== undefined) return { healthy: false, reason: this.failure };
    // Otherwise a renderer whose sandbox does not start would be ready for as long as the proof takes.
    if (this.options.requireSandbox === true && this.found === undefined) {
      return { healthy: false, reason: 'the sandbox of the browser is not proven yet' };
    }
    return { healthy: true };
  }

  private find(): Promise<FoundBrowser> {
    this.search ??= findBrowser(this.options).then(
      (found) => {
        this.found = found;
        this.failure = undefined;
        return found;
      },
      (error: unknown) => {
        this.search = undefined;
        this.failure = error instanceof Error ? error.message : String(error);
        throw error;
      },
    );
    return this.search;
  }
}
