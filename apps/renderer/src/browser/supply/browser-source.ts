import type { HealthAnswer } from '@orbweaver/platform';
import { BROWSER_TIME_LIMITS } from '../../renderer.config';
import type { FoundBrowser } from './browser-candidates';
import { type BrowserSearch, findBrowser } from './find-browser';
import { type BrowserLaunch, type LaunchedBrowser, launchBrowser } from './launch-browser';

const TRIES = 2;

/**
 * Finds and launches the browser of this installation. The search runs once, in the background, because it may download
 * one. After a failed search, the next page that needs a browser repeats it.
 */
export class BrowserSource {
  private search: Promise<FoundBrowser> | undefined;
  private found: FoundBrowser | undefined;
  private failure: string | undefined;

  constructor(
    private readonly options: BrowserSearch & Pick<BrowserLaunch, 'maxHeapMb' | 'authorities'>,
    private readonly proxyUrl: () => Promise<string>,
  ) {}

  warmUp(): void {
    this.find().catch((error: unknown) => {
      this.options.log.error('browser-not-found', {}, error);
    });
  }

  async launch(): Promise<LaunchedBrowser> {
    const found = await this.find();
    const { maxHeapMb, authorities, log } = this.options;
    const proxyUrl = await this.proxyUrl();
    const endsAt = performance.now() + BROWSER_TIME_LIMITS.launchMs;
    for (let tryNumber = 1; ; tryNumber += 1) {
      try {
        return await launchBrowser(found, { proxyUrl, maxHeapMb, authorities, timeoutMs: endsAt - performance.now() });
      } catch (error) {
        if (tryNumber === TRIES || performance.now() >= endsAt) throw error;
        log.warn('browser-launched-again', {}, error);
      }
    }
  }

  browser(): FoundBrowser | undefined {
    return this.found;
  }

  version(): string {
    return this.found?.version ?? '';
  }

  health(): HealthAnswer {
    if (this.failure !== undefined) return { healthy: false, reason: this.failure };
    // Not ready while the sandbox is being tested.
    if (this.options.requireSandbox === true && this.found === undefined) {
      return { healthy: false, reason: 'the sandbox of the browser is being tested' };
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
