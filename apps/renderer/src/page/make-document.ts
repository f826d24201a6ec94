import type { RenderPage } from '@orbweaver/contracts';
import { type ScrapeSpec, wantsFormat, withModelInput } from '@orbweaver/core';
import type { Capture, ExtractionPool } from '@orbweaver/extraction';
import type { Deadline } from '../bounds/deadline';
import { priorityOf } from '../bounds/slots';
import { countryLocale } from '../browser/visitor/country-locale';
import { type CacheableAs, cacheStateOf, captureToCache, withBody } from '../cache/cached-capture';
import type { RendererMetrics } from '../renderer-metrics';
import type { Verdict } from './judge';
import type { PageEngine, PageResult } from './page-result';

/** Pages take milliseconds; one that takes this long was made to, and holds a thread that others wait for. */
const MAX_EXTRACTION_MS = 20_000;
/** A page of a PDF takes some 10 ms, one with maps or plots a second, and a file may have a thousand pages. */
const MAX_PDF_EXTRACTION_MS = 120_000;
/** What a document may weigh beside the rest of its message, which has 64 MiB at most. */
const MAX_CONTENT_BYTES = 60 * 1024 * 1024;

export interface MakeDocumentOptions {
  deadline: Deadline;
  detectsShell: boolean;
  /** Of route, options and attempt; those of the capture are added. */
  warnings: readonly string[];
  /** Present: the capture may answer later requests. */
  cacheableAs?: CacheableAs;
}

/** Makes documents of captures, in worker threads. */
export class DocumentMaker {
  constructor(
    private readonly extraction: ExtractionPool,
    private readonly metrics: RendererMetrics,
    /** Whether metadata has contentKind and contentConfidence. */
    private readonly describesContent: boolean,
  ) {}

  async make(
    message: RenderPage,
    capture: Capture,
    { deadline, detectsShell, warnings, cacheableAs }: MakeDocumentOptions,
  ): Promise<(PageResult & { kind: 'done' | 'failed' }) | (Verdict & { kind: 'needs-browser' })> {
    const { engine, url: finalUrl } = capture;
    const wantsDocument = message.crawl?.wantsDocument ?? true;
    const said = [...warnings, ...(capture.warnings ?? [])];
    // Nothing of a page with zeroDataRetention goes to a model.
    const spec = message.zeroDataRetention ? message.spec : withModelInput(message.spec);
    const toCache = cacheableAs && captureToCache(message, capture, cacheableAs);
    const extracted = await this.metrics.time('extract', engine, () =>
      this.extraction.extract({ ...capture, warnings: said }, spec, {
        wantsDocument,
        wantsOutlinks: message.crawl?.wantsOutlinks ?? false,
        detectShell: detectsShell,
        describeContent: this.describesContent,
        warnLowConfidence: wantsFormat(message.spec, 'markdown') || wantsFormat(message.spec, 'html'),
        wantsBody: toCache?.wantsBody,
        teamId: message.teamId,
        isUrgent: priorityOf(message) === 'interactive',
        deadlineMs: deadline.remainingMs(),
        maxRunMs: MAX_EXTRACTION_MS,
        maxPdfRunMs: MAX_PDF_EXTRACTION_MS,
        signal: deadline.signal,
      }),
    );
    deadline.signal.throwIfAborted();
    if (extracted.kind === 'needs-browser') return extracted;
    if (extracted.kind === 'failed') return { kind: 'failed', engine, failure: extracted.failure };
    const { content, jsonBytes, outlinks, frames, mainContent } = extracted;
    if (mainContent !== undefined) this.metrics.countMainContent(mainContent);
    if (content.byteLength > MAX_CONTENT_BYTES) {
      const message = 'The document of the page is larger than 60 MiB.';
      return { kind: 'failed', engine, failure: { reason: 'too-large', message } };
    }
    const metadata = { ...extracted.metadata, ...shownTimeZone(engine, message.spec), ...cacheStateOf(message) };
    const done = { kind: 'done' as const, engine, metadata, jsonBytes, finalUrl, outlinks, ...(frames && { frames }) };
    if (!wantsDocument) return done;
    const keep = toCache && withBody(toCache, extracted.body, MAX_CONTENT_BYTES - content.byteLength);
    return { ...done, content, ...(keep && { keep }) };
  }
}

function shownTimeZone(engine: PageEngine, { location }: ScrapeSpec): { timezone?: string } {
  return engine === 'browser' ? { timezone: countryLocale(location.country).timeZone } : {};
}
