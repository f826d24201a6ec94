import type { RenderPage } from '@orbweaver/contracts';
import {
  backoff,
  type Clock,
  deadlineMs,
  mayRetry,
  type PageFailure,
  permitsUrl,
  retryLimits,
  retryWaits,
} from '@orbweaver/core';
import type { Capture } from '@orbweaver/extraction';
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
import { captureUpload } from './capture-upload';
import { judge, redirectedResult, type Verdict } from './judge';
import type { DocumentMaker } from './make-document';
import type { PageResult } from './page-result';
import { unsupportedOptions } from './unsupported-options';

/** Subtracted from the time of the stealth attempt, so that the first response can still become a document. */
const FIRST_ANSWER_RESERVE_MS = 3_000;

export interface PageRendererOptions {
  http: PageFetcher;
  browser: PageFetcher;
  proxies: ProxyRotation;
  documents: DocumentMaker;
  metrics: RendererMetrics;
  clock: Clock;
  /** Called before each request for a page. An error aborts the page. */
  beforeRequest?(message: RenderPage): void;
  /** Whether cached pages of these URLs must not be served. Absent: no host is closed. */
  isClosed?(urls: readonly string[]): Promise<boolean>;
}

interface AttemptOptions {
  deadline: Deadline;
  failedProxies: FailedProxies;
  detectsBlock: boolean;
}

/** The site refused the visitor; `takeAnyway` makes a document of its response. */
type Blocked = Verdict & { kind: 'blocked'; takeAnyway(): Promise<PageResult> };

export class PageRenderer {
  private readonly cachedDocuments = new CachedDocuments();

  constructor(private readonly options: PageRendererOptions) {}

  /** Rejects only for internal errors, or when the process stops before the deadline. */
  async render(message: RenderPage, deadline: Deadline): Promise<PageResult> {
    try {
      const capture = captureUpload(message);
      if (capture !== undefined) return await this.makeWithoutFetch(message, capture, deadline);
      return (await this.renderCached(message, deadline)) ?? (await this.renderWithRetries(message, deadline));
    } catch (error) {
      if (!(deadline.signal.reason instanceof DeadlineExceeded)) throw error;
      const limit = `${deadlineMs(message.spec) / 1000} s`;
      const text = `The page was not finished within its time limit (${limit}). Set a higher \`timeout\`.`;
      return { kind: 'failed', engine: 'none', failure: { reason: 'timed-out', message: text } };
    }
  }

  private async renderCached(message: RenderPage, deadline: Deadline): Promise<PageResult | undefined> {
    if (message.cache?.state !== 'hit') return undefined;
    // The fetch that follows reports the denial.
    if (!permitsUrl(message.spec.hosts, message.cache.capture.url)) return undefined;
    if (await this.options.isClosed?.([message.url, message.cache.capture.url])) return undefined;
    const key = keyOfHit(message);
    const known = key === undefined ? undefined : this.cachedDocuments.get(key);
    const result = known ?? (await this.makeCached(message, deadline));
    if (result?.kind !== 'done') return result;
    if (key !== undefined && known === undefined) this.cachedDocuments.set(key, result);
    const cachedAt = new Date(message.cache.capturedAt).toISOString();
    // No proxy was used for this request.
    return { ...result, metadata: { ...result.metadata, proxyUsed: 'basic', cacheState: 'hit', cachedAt } };
  }

  private async makeCached(message: RenderPage, deadline: Deadline): Promise<PageResult | undefined> {
    const capture = await readCachedCapture(message);
    if (message.cache?.state !== 'hit' || capture === undefined) return undefined;
    const redirected = redirectedResult(message, capture);
    if (redirected !== undefined) return redirected;
    const { warnings } = message.cache.capture;
    return await this.makeWithoutFetch(message, capture, deadline, warnings);
  }

  private async makeWithoutFetch(
    message: RenderPage,
    capture: Capture,
    deadline: Deadline,
    given: readonly string[] = [],
  ): Promise<PageResult> {
    const warnings = [...given, ...warningsOfOptions(message)];
    const made = await this.options.documents.make(message, capture, { deadline, detectsShell: false, warnings });
    return withoutNeedsBrowser(made);
  }

  /** Retries failed scrapes. The frontier retries failed pages of jobs. */
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
      // A refusal is no shell, so shell detection is off.
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

  private lacksProxies({ spec }: RenderPage, { reason }: PageFailure, failedProxies: FailedProxies): boolean {
    if (reason !== 'proxy-failed') return false;
    return !this.options.proxies.hasAnother(routeKindsOf(spec)[0], spec, failedProxies);
  }
}

/** Replaces a deadline in the browser by the earlier failure of plain HTTP, which is more specific. */
function orPlainFailure({ plainFailure }: Attempt, { signal }: Deadline): (error: unknown) => FetchOutcome {
  return (error) => {
    if (plainFailure === undefined || !(signal.reason instanceof DeadlineExceeded)) throw error;
    return { kind: 'failed', failure: plainFailure };
  };
}

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

/** A failed stealth response is no better than the first response and costs more. */
function isLetIn(result: PageResult | Blocked): result is PageResult {
  return result.kind === 'redirected' || (result.kind === 'done' && result.metadata.statusCode < 500);
}

const warningsOfOptions = ({ spec, zeroDataRetention }: RenderPage) => unsupportedOptions(spec, zeroDataRetention);

/** Only attempts with shell detection return needs-browser, and the plan has a next attempt for it. */
function withoutNeedsBrowser<T extends { kind: string }>(
  verdict: T,
): Exclude<T, { kind: 'needs-browser' | 'blocked' | 'take' }> {
  if (verdict.kind === 'needs-browser')
    throw new Error('unexpected verdict needs-browser: shell detection is off for this attempt');
  return verdict as Exclude<T, { kind: 'needs-browser' | 'blocked' | 'take' }>;
}
