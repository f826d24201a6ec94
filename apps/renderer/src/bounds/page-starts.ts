import type { RenderPage } from '@orbweaver/contracts';
import { retryLimits } from '@orbweaver/core';
import { LRUCache } from 'lru-cache';

/** Maximum number of remembered hosts in back-off, about 100 bytes each. */
const MAX_HOSTS = 10_000;

/** The page of a job is returned to the frontier without a request to its host. */
export class PageReturned extends Error {
  override readonly name = 'PageReturned';

  constructor(readonly retryAfterMs: number) {
    super('the page was returned to the frontier');
  }
}

/** The host of the page entered back-off between two requests for the page. */
export class PageDeferred extends Error {
  override readonly name = 'PageDeferred';

  constructor(readonly retryAfterMs: number) {
    super('the page was deferred after a request');
  }
}

/**
 * Decides whether a page in this process may still be requested. Pages of jobs are returned while their host is in
 * back-off (429, 503), and when the process stops before their first request. Scrapes are always requested, because
 * their callers wait.
 */
export class PageStarts {
  private readonly started = new WeakSet<RenderPage>();
  private readonly backoffs = new LRUCache<string, number>({ max: MAX_HOSTS });

  constructor(private readonly stopping: AbortSignal) {}

  /** Called before each request for a page. @throws PageReturned before the first one, PageDeferred before others */
  begin(message: RenderPage): void {
    if (message.kind !== 'scrape') {
      const isStarted = this.started.has(message);
      const backoffMs = Math.ceil((this.backoffs.get(hostOf(message)) ?? 0) - performance.now());
      if (backoffMs > 0 && !isStarted) throw new PageReturned(backoffMs);
      // Without deferrals left the frontier would fail the page.
      if (backoffMs > 0 && hasDeferralsLeft(message)) throw new PageDeferred(backoffMs);
      if (this.stopping.aborted && !isStarted) throw new PageReturned(0);
    }
    this.started.add(message);
  }

  noteBackoff(message: RenderPage, retryAfterMs: number): void {
    const host = hostOf(message);
    const untilMs = performance.now() + retryAfterMs;
    this.backoffs.set(host, Math.max(untilMs, this.backoffs.get(host) ?? 0));
  }

  /** Calls back when the process stops before the first request for the page. @returns a function that ends the wait */
  onStop(message: RenderPage, giveBack: () => void): () => void {
    if (message.kind === 'scrape') return () => undefined;
    const stop = () => {
      if (!this.started.has(message)) giveBack();
    };
    this.stopping.addEventListener('abort', stop, { once: true });
    return () => this.stopping.removeEventListener('abort', stop);
  }
}

const hostOf = ({ url }: RenderPage): string => new URL(url).host;

export const hasDeferralsLeft = ({ deferrals }: RenderPage): boolean => deferrals < retryLimits.deferrals;
