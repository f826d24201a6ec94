import type { RenderPage } from '@orbweaver/contracts';
import { mayRetry, type PageFailure, type ScrapeSpec } from '@orbweaver/core';
import type { Capture, ExtractionPool } from '@orbweaver/extraction';
import { isBlocked, isBlockedFailure } from './block-signs';
import { countryLocale } from './browser/visitor/country-locale';
import { cachedCapture, cacheStateOf, captureToKeep, withBody } from './cached-capture';
import { Deadline, DeadlineExceeded } from './deadline';
import { isAskedToWait, later } from './deferral';
import { elsewhere } from './elsewhere';
import type { PageFetcher, PageRequest } from './fetch/fetch-page';
import { HitDocuments } from './hit-documents';
import type { Look, Terms, Visit } from './look';
import { needsBrowser } from './needs-browser';
import { priorityOf } from './page-intake';
import type { PageEngine, PageResult } from './page-result';
import type { RendererMetrics } from './renderer-metrics';
import { unsupportedOptions } from './unsupported-options';
import { pause } from './until';
import { FailedProxies, lastingWarnings, type ProxyKind, type WayOut, type WaysOut } from './ways-out';

const BEFORE_RETRY_MS = 250;
/** A connection that breaks again and again is the site's; what is to be found out of it is found out in this time. */
const BROKEN_TRIES_MS = 5_000;
/** Kept from the deadline of a second look, so that what the first one gave can still be made into a document. */
const FIRST_ANSWER_RESERVE_MS = 3_000;
/** Pages take milliseconds; one that takes this long is made to, and holds a thread that others wait for. */
const MAX_EXTRACTION_MS = 20_000;
/** A page of a PDF takes some 10 ms, one with maps or plots a second; files of a thousand pages are no rarity. */
const MAX_PDF_EXTRACTION_MS = 120_000;
/** What a document may weigh beside the rest of its message, which may not exceed 64 MiB. */
const MAX_CONTENT_BYTES = 60 * 1024 * 1024;

export interface RenderPageOptions {
  http: PageFetcher;
  browser: PageFetcher;
  waysOut: WaysOut;
  extraction: ExtractionPool;
  metrics: RendererMetrics;
  /** Whether pages of these addresses may not be given out, though they were once fetched. Absent: none. */
  isClosed?(urls: readonly string[]): Promise<boolean>;
}

/** One page, from the message to what became of it. */
export class PageRenderer {
  private readonly documents = new HitDocuments();

  constructor(private readonly options: RenderPageOptions) {}

  /** Rejects only when we broke, or when the process stops before the deadline. */
  async render(message: RenderPage, deadline: Deadline): Promise<PageResult> {
    const failedProxies = new FailedProxies();
    const brokenUntil = performance.now() + BROKEN_TRIES_MS;
    try {
      const kept = await this.renderKept(message, deadline);
      if (kept !== undefined) return kept;
      let result = await this.attempt(message, deadline, failedProxies);
      for (let attempt = message.attempt; ; attempt += 1) {
        // Behind a page of a job stands the frontier, which tries again elsewhere. Behind a scrape nobody does.
        if (message.kind !== 'scrape' || result.kind !== 'failed') return result;
        const again = mayRetry(result.failure.reason, attempt);
        if (!again || this.lacksProxies(message, result.failure, failedProxies)) return result;
        await pause(BEFORE_RETRY_MS * attempt, deadline.signal);
        const leftMs = result.failure.reason === 'reset' ? brokenUntil - performance.now() : deadline.remainingMs();
        const next = await within(leftMs, deadline, (own) => this.attempt(message, own, failedProxies));
        if (next === undefined) return result;
        result = next;
      }
    } catch (error) {
      if (!(deadline.signal.reason instanceof DeadlineExceeded)) throw error;
      return failed('none', { reason: 'timed-out', message: `The page was not finished within its time limit.` });
    }
  }

  /** The page made of what the page cache had of it; undefined: it had nothing that can be read. */
  private async renderKept(message: RenderPage, deadline: Deadline): Promise<PageResult | undefined> {
    if (message.cache?.state !== 'hit') return undefined;
    // The fetch says why it is refused.
    if (await this.options.isClosed?.([message.url, message.cache.capture.url])) return undefined;
    const result = this.documents.recall(message) ?? (await this.extractKept(message, deadline));
    if (result?.kind !== 'done') return result;
    const cachedAt = new Date(message.cache.capturedAt).toISOString();
    return { ...result, metadata: { ...result.metadata, cacheState: 'hit', cachedAt } };
  }

  private async extractKept(message: RenderPage, deadline: Deadline): Promise<PageResult | undefined> {
    const capture = await cachedCapture(message);
    if (message.cache?.state !== 'hit' || capture === undefined) return undefined;
    const way: WayOut = { profile: 'plain', warnings: message.cache.capture.warnings ?? [] };
    const look: Look = { engine: capture.engine, deadline, way, failedProxies: new FailedProxies() };
    const moved = elsewhere(message, capture);
    if (moved !== undefined) return moved;
    const result = withoutShell(await this.extract({ ...message, keepCapture: false }, capture, look));
    this.documents.remember(message, result);
    return result;
  }

  private async attempt(message: RenderPage, deadline: Deadline, failedProxies: FailedProxies): Promise<PageResult> {
    const { proxy } = message.spec;
    const terms = { deadline, failedProxies };
    if (proxy !== 'auto') return await settled(await this.leave(proxy, message, terms));
    const first = await this.leave('basic', message, { ...terms, holdsBlocked: true });
    if (first.kind !== 'held') return first;
    return (await this.leaveHardened(message, terms)) ?? (await first.finish());
  }

  /** Whether all proxies that could be tried have failed the page for good. */
  private lacksProxies({ spec }: RenderPage, { reason }: PageFailure, failedProxies: FailedProxies): boolean {
    if (reason !== 'proxy-failed') return false;
    return !this.options.waysOut.hasAnother(spec.proxy === 'stealth' ? 'stealth' : 'basic', spec, failedProxies);
  }

  /** The page that another way out was let in to; undefined when it was not, or not in time. */
  private async leaveHardened(message: RenderPage, terms: Terms): Promise<PageResult | undefined> {
    const leftMs = terms.deadline.remainingMs() - FIRST_ANSWER_RESERVE_MS;
    const seen = await within(leftMs, terms.deadline, (deadline) =>
      this.leave('stealth', message, { ...terms, deadline, holdsBlocked: true }),
    );
    return seen !== undefined && isLetIn(seen) ? seen : undefined;
  }

  private async leave(kind: ProxyKind, message: RenderPage, terms: Terms): Promise<PageResult | Held> {
    const visit = (way: WayOut) => this.visit(message, { ...terms, way });
    return await this.options.waysOut.take(kind, message, visit, terms.failedProxies);
  }

  /** The page by one way out, with as much of a browser as it needs. */
  private async visit(message: RenderPage, visit: Visit): Promise<PageResult | Held> {
    const isForBrowser = needsBrowser(message.spec);
    if (!isForBrowser && visit.way.profile === 'plain') {
      const seen = await this.look(message, { ...visit, engine: 'http', detectShell: true });
      if (seen.kind !== 'shell') return seen;
    }
    const rendered = withoutShell(await this.look(message, { ...visit, engine: 'browser' }));
    if (isForBrowser || rendered.kind !== 'failed' || rendered.failure.reason !== 'browser-crashed') return rendered;
    // Half a page beats none, and says that it is half.
    const warnings = [visit.way.profile === 'plain' ? WITHOUT_SCRIPTS : WITHOUT_BROWSER];
    return withoutShell(await this.look(message, { ...visit, engine: 'http', warnings }));
  }

  /** One try of one engine. */
  private async look(message: RenderPage, look: Look): Promise<PageResult | Held | Shell> {
    const { engine, deadline, way } = look;
    const { url, sourceUrl, spec } = message;
    const { profile, route } = way;
    const request: PageRequest = {
      url,
      sourceUrl,
      spec,
      profile,
      priority: priorityOf(message),
      ...(route && { route }),
    };
    const fetched = await this.timed('fetch', engine, () => this.options[engine].fetch(request, deadline));
    if (fetched.kind === 'failed') {
      const result = failed(engine, fetched.failure);
      const isBlockedPage = isBlockedFailure(fetched.failure) || (fetched.answer && isBlocked(fetched.answer));
      return look.holdsBlocked && isBlockedPage
        ? { kind: 'held', failure: fetched.failure, finish: async () => result }
        : result;
    }
    const { capture } = fetched;
    const capturedAt = Date.now();
    const finish = async (detectShell: boolean) =>
      elsewhere(message, capture) ??
      later(message, capture) ??
      (await this.extract(message, capture, { ...look, detectShell, capturedAt }));
    const isHeld = look.holdsBlocked && isBlocked(capture) && !isAskedToWait(message, capture);
    // What answers like this is no page that scripts would fill.
    return isHeld
      ? { kind: 'held', finish: async () => withoutShell(await finish(false)) }
      : await finish(look.detectShell ?? false);
  }

  private async extract(
    message: RenderPage,
    capture: Capture,
    { deadline, way, detectShell = false, warnings = [], capturedAt }: Look,
  ): Promise<PageResult | Shell> {
    const { engine, url: finalUrl } = capture;
    const wantsDocument = message.crawl?.wantsDocument ?? true;
    const unsupported = unsupportedOptions(message.spec, message.zeroDataRetention);
    const said = [...way.warnings, ...unsupported, ...warnings, ...(capture.warnings ?? [])];
    // `warnings`: there was no browser for what needs one.
    const kept = warnings.length === 0 ? captureToKeep(message, capture, lastingWarnings(way), capturedAt) : undefined;
    const extracted = await this.timed('extract', engine, () =>
      this.options.extraction.extract({ ...capture, warnings: said }, message.spec, {
        wantsDocument,
        wantsOutlinks: message.crawl?.wantsOutlinks ?? false,
        detectShell,
        wantsBody: kept?.wantsBody,
        teamId: message.teamId,
        deadlineMs: deadline.remainingMs(),
        maxRunMs: MAX_EXTRACTION_MS,
        maxPdfRunMs: MAX_PDF_EXTRACTION_MS,
        signal: deadline.signal,
      }),
    );
    deadline.signal.throwIfAborted();
    if (extracted.kind === 'needs-browser') return { kind: 'shell' };
    if (extracted.kind === 'failed') return failed(engine, extracted.failure);
    const { content, jsonBytes, outlinks, frames } = extracted;
    const metadata = { ...extracted.metadata, ...shownTimeZone(engine, message.spec), ...cacheStateOf(message) };
    if (content.byteLength > MAX_CONTENT_BYTES) {
      return failed(engine, { reason: 'too-large', message: 'The document of the page is larger than 60 MiB.' });
    }
    const done = { kind: 'done' as const, engine, metadata, jsonBytes, finalUrl, outlinks, ...(frames && { frames }) };
    if (!wantsDocument) return done;
    const keep = kept && withBody(kept, extracted.body, MAX_CONTENT_BYTES - content.byteLength);
    return { ...done, content, ...(keep && { keep }) };
  }

  private async timed<T>(phase: 'fetch' | 'extract', engine: PageEngine, work: () => Promise<T>): Promise<T> {
    const startedAt = performance.now();
    try {
      return await work();
    } finally {
      this.options.metrics.observe(phase, engine, performance.now() - startedAt);
    }
  }
}

/** The site seems to have refused us; `finish` makes of its answer what is made of any other. */
interface Held {
  kind: 'held';
  /** Absent: it was a page that refused us. */
  failure?: PageFailure;
  finish(): Promise<PageResult>;
}

/** The page is an empty shell that scripts would fill. */
interface Shell {
  kind: 'shell';
}

/** What comes of the work in its own part of the page's time; undefined when it took longer, or had no time. */
async function within<T>(
  leftMs: number,
  deadline: Deadline,
  work: (own: Deadline) => Promise<T>,
): Promise<T | undefined> {
  if (leftMs <= 0) return undefined;
  const own = new Deadline(Date.now() + leftMs, deadline.signal);
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

/** What breaks on this way as well, the proxy itself perhaps, is no better than the first answer, and costs more. */
function isLetIn(seen: PageResult | Held): seen is PageResult {
  return seen.kind === 'redirected' || (seen.kind === 'done' && seen.metadata.statusCode < 500);
}

async function settled(seen: PageResult | Held): Promise<PageResult> {
  return seen.kind === 'held' ? await seen.finish() : seen;
}

/** For looks that do not ask about shells. */
function withoutShell<T extends { kind: string }>(seen: T | Shell): T {
  if (seen.kind === 'shell') throw new Error('a page was taken for a shell, though nobody had asked');
  return seen as T;
}

const WITHOUT_SCRIPTS =
  'The page fills itself by scripts, and no browser could run them: this is the page without them.';
const WITHOUT_BROWSER = 'No browser could show the page: it was fetched without one, which sites notice more easily.';

function shownTimeZone(engine: PageEngine, { location }: ScrapeSpec): { timezone?: string } {
  return engine === 'browser' ? { timezone: countryLocale(location.country).timeZone } : {};
}

function failed(engine: PageEngine | 'none', failure: PageFailure): PageResult & { kind: 'failed' } {
  return { kind: 'failed', engine, failure };
}
