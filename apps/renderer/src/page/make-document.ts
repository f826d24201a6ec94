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

/** Pages take milliseconds; longer extraction is hostile and occupies a shared thread. */
const MAX_EXTRACTION_MS = 20_000;
/** A page of a PDF takes about 10 ms, one with maps or plots a second, and a file may have a thousand pages. */
const MAX_PDF_EXTRACTION_MS = 120_000;
/** Maximum size of a document, which leaves room for the other fields of a message of 64 MiB. */
const MAX_CONTENT_BYTES = 60 * 1024 * 1024;

export interface MakeDocumentOptions {
  deadline: Deadline;
  detectsShell: boolean;
  warnings: readonly string[];
  cacheableAs?: CacheableAs;
}

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
    const isMapped = message.mapId !== undefined;
    const wantsDocument = !isMapped && (message.crawl?.wantsDocument ?? true);
    const allWarnings = [...warnings, ...(capture.warnings ?? [])];
    // Pages with zeroDataRetention are not sent to a model.
    const spec = message.zeroDataRetention ? message.spec : withModelInput(message.spec);
    const toCache = cacheableAs && captureToCache(message, capture, cacheableAs);
    const extracted = await this.metrics.time('extract', engine, () =>
      this.extraction.extract({ ...capture, warnings: allWarnings }, spec, {
        wantsDocument,
        wantsOutlinks: isMapped || (message.crawl?.wantsOutlinks ?? false),
        wantsLinkTexts: isMapped,
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
    const { content, jsonBytes, outlinks, linkTexts, frames, mainContent } = extracted;
    if (mainContent !== undefined) this.metrics.countMainContent(mainContent);
    if (content.byteLength > MAX_CONTENT_BYTES) {
      const message = 'The document exceeds the size limit (60 MiB). Request fewer formats.';
      return { kind: 'failed', engine, failure: { reason: 'too-large', message } };
    }
    const metadata = { ...extracted.metadata, ...shownTimeZone(engine, message.spec), ...cacheStateOf(message) };
    const done = { kind: 'done' as const, engine, metadata, jsonBytes, finalUrl, outlinks, ...(frames && { frames }) };
    if (!wantsDocument) return { ...done, ...(linkTexts && { linkTexts }) };
    const keep = toCache && withBody(toCache, extracted.body, MAX_CONTENT_BYTES - content.byteLength);
    return { ...done, content, ...(keep && { keep }) };
  }
}

function shownTimeZone(engine: PageEngine, { location }: ScrapeSpec): { timezone?: string } {
  return engine === 'browser' ? { timezone: countryLocale(location.country).timeZone } : {};
}
