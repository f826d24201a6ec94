import type { RenderPage } from '@orbweaver/contracts';
import { dedupKey, mayRetry, type PageFailure, type ScrapeSpec, wantsFormat } from '@orbweaver/core';
import type { Capture, ExtractionPool } from '@orbweaver/extraction';
import { type Deadline, DeadlineExceeded } from './deadline';
import type { PageFetcher, PageRequest } from './fetch/fetch-page';
import { priorityOf } from './page-intake';
import type { PageEngine, PageResult } from './page-result';
import type { RendererMetrics } from './renderer-metrics';
import { retryAfterMs } from './retry-after';
import { unsupportedOptions } from './unsupported-options';
import { pause } from './until';

/** How often a host may ask to come later before its refusal is taken for the page. */
const MAX_DEFERRALS = 3;
const BEFORE_RETRY_MS = 250;
/** Pages take milliseconds; one that takes this long is made to, and holds a thread that others wait for. */
const MAX_EXTRACTION_MS = 20_000;
/** What a document may weigh beside the rest of its message, which may not exceed 64 MiB. */
const MAX_CONTENT_BYTES = 60 * 1024 * 1024;

export interface RenderPageOptions {
  http: PageFetcher;
  browser: PageFetcher;
  extraction: ExtractionPool;
  metrics: RendererMetrics;
}

/** One page, from the message to what became of it. */
export class PageRenderer {
  constructor(private readonly options: RenderPageOptions) {}

  /** Rejects only when we broke, or when the process stops before the deadline. */
  async render(message: RenderPage, deadline: Deadline): Promise<PageResult> {
    try {
      for (let attempt = message.attempt; ; attempt += 1) {
        const result = await this.attempt(message, deadline);
        // Behind a page of a job stands the frontier, which tries again elsewhere. Behind a scrape nobody does.
        const again = message.kind === 'scrape' && result.kind === 'failed' && mayRetry(result.failure.reason, attempt);
        if (!again) return result;
        await pause(BEFORE_RETRY_MS * attempt, deadline.signal);
      }
    } catch (error) {
      if (!(deadline.signal.reason instanceof DeadlineExceeded)) throw error;
      return failed('none', { reason: 'timed-out', message: `The page was not finished within its time limit.` });
    }
  }

  private async attempt(message: RenderPage, deadline: Deadline): Promise<PageResult> {
    if (needsBrowser(message.spec)) return await this.look(message, { engine: 'browser', deadline });
    const seen = await this.look(message, { engine: 'http', detectShell: true, deadline });
    if (seen !== NEEDS_BROWSER) return seen;
    const rendered = await this.look(message, { engine: 'browser', deadline });
    if (rendered.kind !== 'failed' || rendered.failure.reason !== 'browser-crashed') return rendered;
    // Half a page beats none, and says that it is half.
    const warnings = [
      'The page fills itself by scripts, and no browser could run them: this is the page without them.',
    ];
    return await this.look(message, { engine: 'http', warnings, deadline });
  }

  /** One try of one engine. */
  private look(message: RenderPage, look: Look & { detectShell: true }): Promise<PageResult | typeof NEEDS_BROWSER>;
  private look(message: RenderPage, look: Look): Promise<PageResult>;
  private async look(message: RenderPage, look: Look): Promise<PageResult | typeof NEEDS_BROWSER> {
    const { engine, deadline } = look;
    const { url, sourceUrl, spec } = message;
    const request: PageRequest = { url, sourceUrl, spec, priority: priorityOf(message) };
    const fetched = await this.timed('fetch', engine, () => this.options[engine].fetch(request, deadline));
    if (fetched.kind === 'failed') return failed(engine, fetched.failure);
    const { capture } = fetched;
    return elsewhere(message, capture) ?? later(message, capture) ?? (await this.extract(message, capture, look));
  }

  private async extract(
    message: RenderPage,
    capture: Capture,
    { deadline, detectShell = false, warnings = [] }: Look,
  ): Promise<PageResult | typeof NEEDS_BROWSER> {
    const { engine, url: finalUrl } = capture;
    const wantsDocument = message.crawl?.wantsDocument ?? true;
    const said = [...unsupportedOptions(message.spec), ...warnings, ...(capture.warnings ?? [])];
    const extracted = await this.timed('extract', engine, () =>
      this.options.extraction.extract({ ...capture, warnings: said }, message.spec, {
        wantsDocument,
        wantsOutlinks: message.crawl?.wantsOutlinks ?? false,
        detectShell,
        deadlineMs: Math.min(MAX_EXTRACTION_MS, deadline.remainingMs()),
        signal: deadline.signal,
      }),
    );
    deadline.signal.throwIfAborted();
    if (extracted.kind === 'needs-browser') return NEEDS_BROWSER;
    if (extracted.kind === 'failed') return failed(engine, extracted.failure);
    const { metadata, content, jsonBytes, outlinks } = extracted;
    if (content.byteLength > MAX_CONTENT_BYTES) {
      return failed(engine, { reason: 'too-large', message: 'The document of the page is larger than 60 MiB.' });
    }
    return { kind: 'done', engine, metadata, jsonBytes, finalUrl, outlinks, ...(wantsDocument ? { content } : {}) };
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

interface Look {
  engine: PageEngine;
  deadline: Deadline;
  /** Whether a page that scripts would fill is worth a browser. */
  detectShell?: boolean;
  /** For the caller, beside those of the capture. */
  warnings?: string[];
}

/** The page is an empty shell that scripts would fill. */
const NEEDS_BROWSER = Symbol('needs a browser');

/** What only a browser can do. */
export function needsBrowser(spec: ScrapeSpec): boolean {
  return spec.waitForMs > 0 || spec.mobile || spec.actions.length > 0 || wantsFormat(spec, 'screenshot');
}

function elsewhere(message: RenderPage, capture: Capture): PageResult | undefined {
  if (message.crawl === undefined) return undefined;
  const { dedup } = message.crawl;
  if (dedupKey(capture.url, dedup) === dedupKey(message.url, dedup)) return undefined;
  return { kind: 'redirected', engine: capture.engine, finalUrl: capture.url };
}

function later(message: RenderPage, capture: Capture): PageResult | undefined {
  if (capture.status !== 429 && capture.status !== 503) return undefined;
  // The caller of a scrape waits: he gets the answer as it is.
  if (message.kind === 'scrape' || message.deferrals >= MAX_DEFERRALS) return undefined;
  const retryAfter = capture.headers['retry-after'];
  const waitMs = retryAfterMs(Array.isArray(retryAfter) ? retryAfter[0] : retryAfter, message.deferrals, Date.now());
  return { kind: 'deferred', engine: capture.engine, finalUrl: capture.url, retryAfterMs: waitMs };
}

function failed(engine: PageEngine | 'none', failure: PageFailure): PageResult & { kind: 'failed' } {
  return { kind: 'failed', engine, failure };
}
