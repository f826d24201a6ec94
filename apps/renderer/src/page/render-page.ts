import type { RenderPage } from '@orbweaver/contracts';
import { backoff, type Clock, mayRetry, type PageFailure, retryLimits, retryWaits } from '@orbweaver/core';
import { Deadline, DeadlineExceeded } from '../bounds/deadline';
import { priorityOf } from '../bounds/slots';
import { pause } from '../bounds/until';
import { readCachedCapture } from '../cache/cached-capture';
import type { FetchOutcome, PageFetcher } from '../fetch/fetch-page';
import type { PageRoute, RouteKind } from '../proxy/egress-route';
import { FailedProxies, lastingWarnings, type ProxyRotation } from '../proxy/proxy-rotation';
import type { RendererMetrics } from '../renderer-metrics';
import { type Attempt, clearerFailure, firstAttempt, nextAttempt, routeKindsOf } from './attempt';
import { CachedDocuments, keyOfHit } from './cached-documents';
import { judge, redirectedResult, type Verdict } from './judge';
import type { DocumentMaker } from './make-document';
import type { PageResult } from './page-result';
import { unsupportedOptions } from './unsupported-options';

/** Kept from the deadline of the stealth attempt, so that the first answer can still be made into a document. */
const FIRST_ANSWER_RESERVE_MS = 3_000;

export interface PageRendererOptions {
  http: PageFetcher;
  browser: PageFetcher;
  proxies: ProxyRotation;
  documents: DocumentMaker;
  metrics: RendererMetrics;
  clock: Clock;
  /** Called before each request for a page; an error that it throws ends the work on the page. */
  beforeRequest?(message: RenderPage): void;
  /** Whether pages of these addresses may not be given out any more. Absent: no host is closed. */
  isClosed?(urls: readonly string[]): Promise<boolean>;
}

/** What holds for all attempts at a page. */
interface AttemptOptions {
  deadline: Deadline;
  failedProxies: FailedProxies;
  detectsBlock: boolean;
}

/** The site refused the visitor; `takeAnyway` makes the page of its answer all the same. */
type Blocked = Verdict & { kind: 'blocked'; takeAnyway(): Promise<PageResult> };

/** Turns a message into what became of its page: from the page cache, or by the attempts of the plan (see Attempt). */
export class PageRenderer {
  private readonly cachedDocuments = new CachedDocuments();

  constructor(private readonly options: PageRendererOptions) {}

  /** Rejects only for a fault of ours, or when the process stops before the deadline. */
  async render(message: RenderPage, deadline: Deadline): Promise<PageResult> {
    try {
      return (await this.renderCached(message, deadline)) ?? (await this.renderWithRetries(message, deadline));
    } catch (error) {
      if (!(deadline.signal.reason instanceof DeadlineExceeded)) throw error;
      const failure = { reason: 'timed-out' as const, message: 'The page was not finished within its time limit.' };
      return { kind: 'failed', engine: 'none', failure };
    }
  }

  /** The page made of what the page cache holds; undefined: it holds nothing that can be read. */
  private async renderCached(message: RenderPage, deadline: Deadline): Promise<PageResult | undefined> {
    if (message.cache?.state !== 'hit') return undefined;
    // The fetch that follows says why the host is refused.
    if (await this.options.isClosed?.([message.url, message.cache.capture.url])) return undefined;
    const key = keyOfHit(message);
    const known = key === undefined ? undefined : this.cachedDocuments.get(key);
    const result = known ?? (await this.makeCached(message, deadline));
    if (result?.kind !== 'done') return result;
    if (key !== undefined && known === undefined) this.cachedDocuments.set(key, result);
    const cachedAt = new Date(message.cache.capturedAt).toISOString();
    // However the page came when it was fetched, no proxy was used now.
    return { ...result, metadata: { ...result.metadata, proxyUsed: 'basic', cacheState: 'hit', cachedAt } };
  }

  private async makeCached(message: RenderPage, deadline: Deadline): Promise<PageResult | undefined> {
    const capture = await readCachedCapture(message);
    if (message.cache?.state !== 'hit' || capture === undefined) return undefined;
    const redirected = redirectedResult(message, capture);
    if (redirected !== undefined) return redirected;
    const warnings = [...(message.cache.capture.warnings ?? []), ...warningsOfOptions(message)];
    const made = await this.options.documents.make(message, capture, { deadline, detectsShell: false, warnings });
    return withoutNeedsBrowser(made);
  }

  /** A failed page of a job is retried by the frontier. For a scrape nobody else would. */
  private async renderWithRetries(message: RenderPage, deadline: Deadline): Promise<PageResult> {
    const failedProxies = new FailedProxies();
    const brokenUntil = performance.now() + retryLimits.resetsMs;
    let result = await this.renderOnce(message, deadline, failedProxies);
    for (let attempt = message.attempt; ; attempt += 1) {
      if (message.kind !== 'scrape' || result.kind !== 'failed') return result;
      const { failure } = result;
      if (!mayRetry(failure.reason, attempt) || this.lacksProxies(message, failure, failedProxies)) return result;
      await pause(backoff(attempt, retryWaits.scrape), deadline.signal);
      const leftMs = failure.reason === 'reset' ? brokenUntil - performance.now() : deadline.remainingMs();
      const next = await within(leftMs, deadline, (own) => this.renderOnce(message, own, failedProxies));
      if (next === undefined) return result;
      result = next;
    }
  }

  private async renderOnce(message: RenderPage, deadline: Deadline, failedProxies: FailedProxies): Promise<PageResult> {
    const [kind, kindWhenBlocked] = routeKindsOf(message.spec);
    const detectsBlock = kindWhenBlocked !== undefined;
    const first = await this.renderVia(kind, message, { deadline, failedProxies, detectsBlock });
    if (first.kind !== 'blocked') return first;
    return (await this.retryWithStealth(message, deadline, failedProxies)) ?? (await first.takeAnyway());
  }

  /** The page that the stealth route was let in to; undefined: it was not, or not in time. */
  private async retryWithStealth(
    message: RenderPage,
    deadline: Deadline,
    failedProxies: FailedProxies,
  ): Promise<PageResult | undefined> {
    const leftMs = deadline.remainingMs() - FIRST_ANSWER_RESERVE_MS;
    const result = await within(leftMs, deadline, (own) =>
      this.renderVia('stealth', message, { deadline: own, failedProxies, detectsBlock: true }),
    );
    return result !== undefined && isLetIn(result) ? result : undefined;
  }

  private async renderVia(
    kind: RouteKind,
    message: RenderPage,
    options: AttemptOptions,
  ): Promise<PageResult | Blocked> {
    const renderOn = (route: PageRoute) => this.renderOnRoute(route, message, options);
    return await this.options.proxies.useRoute(kind, message, renderOn, options.failedProxies);
  }

  /** The heart of the renderer: fetch, judge, and try what the plan says next. */
  private async renderOnRoute(
    route: PageRoute,
    message: RenderPage,
    { deadline, detectsBlock }: AttemptOptions,
  ): Promise<PageResult | Blocked> {
    for (let attempt = firstAttempt(message.spec, route); ; ) {
      const outcome = await this.fetchVia(attempt, message, deadline).catch(orPlainFailure(attempt, deadline));
      const capturedAt = this.options.clock().getTime();
      const judgeAndMake = async (detects: { block: boolean; shell: boolean }) => {
        const verdict = judge(message, outcome, { engine: attempt.engine, detectsBlock: detects.block });
        if (verdict.kind === 'failed') {
          return { ...verdict, failure: clearerFailure(attempt.plainFailure, verdict.failure) };
        }
        if (verdict.kind !== 'take') return verdict;
        const cacheableAs = attempt.warnings.length === 0 && { warnings: lastingWarnings(route), capturedAt };
        const result = await this.options.documents.make(message, verdict.capture, {
          deadline,
          detectsShell: detects.shell,
          warnings: [...route.warnings, ...warningsOfOptions(message), ...attempt.warnings],
          ...(cacheableAs && { cacheableAs }),
        });
        if (result.kind === 'done') this.cachedDocuments.setFetched(message, result);
        return result;
      };
      const verdict = await judgeAndMake({ block: detectsBlock, shell: attempt.detectsShell });
      const next = nextAttempt(message.spec, attempt, verdict);
      if (next !== undefined) attempt = next;
      else if (verdict.kind !== 'blocked') return withoutNeedsBrowser(verdict);
      // What answers like this is not a page that scripts would fill.
      else
        return {
          ...verdict,
          takeAnyway: async () => withoutNeedsBrowser(await judgeAndMake({ block: false, shell: false })),
        };
    }
  }

  private async fetchVia({ engine, route }: Attempt, message: RenderPage, deadline: Deadline): Promise<FetchOutcome> {
    const { url, sourceUrl, spec } = message;
    const { profile, route: through } = route;
    const request = {
      url,
      sourceUrl,
      spec,
      profile,
      priority: priorityOf(message),
      onStart: () => this.options.beforeRequest?.(message),
      ...(through && { route: through }),
    };
    return await this.options.metrics.time('fetch', engine, () => this.options[engine].fetch(request, deadline));
  }

  /** Whether every proxy that could be tried has failed the page for good. */
  private lacksProxies({ spec }: RenderPage, { reason }: PageFailure, failedProxies: FailedProxies): boolean {
    if (reason !== 'proxy-failed') return false;
    return !this.options.proxies.hasAnother(routeKindsOf(spec)[0], spec, failedProxies);
  }
}

/** The failure of plain HTTP, for when the deadline ends the attempt in the browser. */
function orPlainFailure({ plainFailure }: Attempt, { signal }: Deadline): (error: unknown) => FetchOutcome {
  return (error) => {
    if (plainFailure === undefined || !(signal.reason instanceof DeadlineExceeded)) throw error;
    return { kind: 'failed', failure: plainFailure };
  };
}

/** The result of work in its own part of the page's time; undefined: there was none left, or it took longer. */
async function within<T>(
  leftMs: number,
  deadline: Deadline,
  work: (own: Deadline) => Promise<T>,
): Promise<T | undefined> {
  if (leftMs <= 0) return undefined;
  const own = new Deadline(Date.now() + leftMs, deadline.signal, deadline);
  try {
    return await work(own);
  } catch (error) {
    deadline.signal.throwIfAborted();
    if (!(own.signal.reason instanceof DeadlineExceeded)) throw error;
    return undefined;
  } finally {
    own.release();
  }
}

/** A stealth route that fails as well, perhaps by its own proxy, is no better than the first answer, and costs more. */
function isLetIn(result: PageResult | Blocked): result is PageResult {
  return result.kind === 'redirected' || (result.kind === 'done' && result.metadata.statusCode < 500);
}

const warningsOfOptions = ({ spec, zeroDataRetention }: RenderPage) => unsupportedOptions(spec, zeroDataRetention);

/** Only an attempt that detects shells can need a browser, and the plan has a next attempt for that. */
function withoutNeedsBrowser<T extends { kind: string }>(
  verdict: T,
): Exclude<T, { kind: 'needs-browser' | 'blocked' | 'take' }> {
  if (verdict.kind === 'needs-browser') throw new Error('a page was taken for a shell, though nobody had asked');
  return verdict as Exclude<T, { kind: 'needs-browser' | 'blocked' | 'take' }>;
}
