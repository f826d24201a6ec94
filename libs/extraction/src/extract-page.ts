import { STATUS_CODES } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { DocumentContent, DocumentMetadata, PageFailure, ScrapeSpec } from '@orbweaver/core';
import type { Capture, ContentVerdict, Extraction, ExtractionOptions } from './capture';
import { type ContentKind, classifyContent, declaredKind, explainUnsupported } from './decode/content-kind';
import { decodeText, readViewerText } from './decode/decode-text';
import { detectCharset } from './decode/detect-charset';
import { type Extracted, extractHtml } from './extract-html';
import { type ExtractedPdf, extractPdf } from './extract-pdf';
import { addBranding, addScreenshot, formatsOfFile } from './formats';
import { type FileText, plainText } from './formats/plain-text';
import { isRefreshHeaderRedirect } from './page/meta-refresh';

/** Bytes of the document's JSON. */
const MAX_JSON_BYTES = 32 * 1024 * 1024;
/** Half the time of the default level for 8 % more bytes. */
const GZIP_LEVEL = 2;

/** Makes the document of a capture. Pure. May run for seconds, so it belongs in a worker. */
export async function extractPage(capture: Capture, spec: ScrapeSpec, options: ExtractionOptions): Promise<Extraction> {
  const isSuccess = capture.status >= 200 && capture.status < 300;
  const mayNeedBrowser = options.detectShell && capture.engine === 'http' && isSuccess;
  if (mayNeedBrowser && isBlank(capture.body) && isRefreshHeaderRedirect(capture.headers.refresh ?? '', capture.url)) {
    return { kind: 'needs-browser' };
  }
  if (isSuccess && isBlank(capture.body)) return failed('conversion-failed', 'The response has no content.');
  const contentType = capture.headers['content-type'];
  const kind: ContentKind = isBlank(capture.body)
    ? { kind: 'html', xhtml: false }
    : classifyContent(capture.body, contentType, capture.engine);
  if (kind.kind === 'unsupported') {
    return failed('unsupported-type', explainUnsupported(capture, kind.what));
  }
  if (kind.kind === 'pdf') {
    if (!spec.pdf.parse) return finish(capture, spec, options, extractFile(capture, spec));
    const extracted = await extractPdf(capture, spec, options);
    if ('refused' in extracted) return failed('unsupported-type', extracted.refused);
    return finish(capture, spec, options, extracted);
  }
  if (kind.kind === 'zip' || kind.kind === 'rtf') {
    // Loaded on demand: 100 ms and 20 MB.
    const { extractOffice } = await import('./extract-office');
    const extracted = await extractOffice(capture, kind.kind, spec, options);
    if ('refused' in extracted) return failed('unsupported-type', extracted.refused);
    return finish(capture, spec, options, extracted);
  }
  const charset = detectCharset(capture.body, { charset: capture.charset, contentType, url: capture.url });
  const text = decodeText(capture.body, charset);
  if (kind.kind !== 'html') return finish(capture, spec, options, extractPlain(text, kind, spec));
  const viewed = capture.engine === 'browser' ? extractViewed(text, contentType, spec) : undefined;
  // The measured style is that of the viewer.
  if (viewed !== undefined) return finish({ ...capture, style: undefined }, spec, options, viewed);
  const source = {
    text,
    xhtml: kind.xhtml,
    mayHoldNul: holdsNul(capture.body),
    url: capture.url,
    // A rendered page is UTF-8, but its links use the declared charset.
    charset: capture.engine === 'browser' ? detectCharset(capture.body, { contentType, url: capture.url }) : charset,
    refresh: capture.headers.refresh,
  };
  const extracted = extractHtml(source, spec, {
    ...options,
    detectShell: mayNeedBrowser,
  });
  return extracted === 'needs-browser' ? { kind: 'needs-browser' } : finish(capture, spec, options, extracted);
}

function extractPlain(
  text: string,
  kind: Extract<ContentKind, { kind: 'json' | 'text' | 'code' }>,
  spec: ScrapeSpec,
): Extracted {
  return { content: formatsOfFile(plainText(text, kind), spec), metadata: {}, outlinks: [], warnings: [] };
}

/** JSON or text in a browser's viewer. */
function extractViewed(renderedDom: string, contentType: string | undefined, spec: ScrapeSpec): Extracted | undefined {
  const declared = declaredKind(contentType);
  if (declared.kind !== 'json' && declared.kind !== 'text' && declared.kind !== 'code') return undefined;
  if (contentType === undefined) return undefined;
  const text = readViewerText(renderedDom);
  return text === undefined ? undefined : extractPlain(text, declared, spec);
}

/** The file as base64. */
function extractFile(capture: Capture, spec: ScrapeSpec): Extracted {
  const base64 = Buffer.from(capture.body.buffer, capture.body.byteOffset, capture.body.byteLength).toString('base64');
  const file: FileText = { markdown: () => base64, html: base64, rawHtml: base64, links: () => [] };
  return { content: formatsOfFile(file, spec), metadata: {}, outlinks: [], warnings: [] };
}

function finish(
  capture: Capture,
  spec: ScrapeSpec,
  options: ExtractionOptions,
  extracted: Extracted | ExtractedPdf,
): Extraction {
  const content: DocumentContent = options.wantsDocument ? extracted.content : {};
  const mainContent = 'mainContent' in extracted ? extracted.mainContent : undefined;
  if (options.wantsDocument) {
    addScreenshot(content, capture, spec);
    if (capture.actions !== undefined) content.actions = capture.actions;
    const unstyled = addBranding(content, capture, spec, { ...extracted.metadata });
    const warnings = [...(capture.warnings ?? []), ...extracted.warnings, ...unstyled];
    if (warnings.length > 0) content.warning = warnings.join(' ');
  }
  // JSON is never shorter than its text.
  const characters = Object.values(content).reduce(
    (sum, value) => sum + (typeof value === 'string' ? value.length : 0),
    0,
  );
  if (characters > MAX_JSON_BYTES) return tooLarge(characters);
  const json = Buffer.from(JSON.stringify(content));
  if (json.byteLength > MAX_JSON_BYTES) return tooLarge(json.byteLength);
  return {
    kind: 'document',
    metadata: { ...extracted.metadata, ...describeContent(mainContent, options), ...describeCapture(capture) },
    // A copy, because zlib's Buffer is part of a larger one, which would be transferred.
    content: new Uint8Array(gzipSync(json, { level: GZIP_LEVEL })),
    jsonBytes: json.byteLength,
    outlinks: extracted.outlinks,
    ...('linkTexts' in extracted ? { linkTexts: extracted.linkTexts } : {}),
    ...('frames' in extracted ? { frames: extracted.frames } : {}),
    ...(mainContent && { mainContent }),
  };
}

function describeContent(
  mainContent: ContentVerdict | undefined,
  options: ExtractionOptions,
): { contentKind?: string; contentConfidence?: number } {
  if (!options.describeContent || mainContent === undefined) return {};
  return { contentKind: mainContent.kind, contentConfidence: mainContent.confidence };
}

function describeCapture(capture: Capture): DocumentMetadata {
  const description: DocumentMetadata = {
    sourceURL: capture.sourceUrl,
    url: capture.url,
    statusCode: capture.status,
    proxyUsed: capture.proxyUsed,
  };
  const contentType = capture.headers['content-type'];
  if (contentType !== undefined) description.contentType = contentType;
  if (capture.status >= 400) description.error = reasonPhrase(capture);
  return description;
}

/** The registered phrase, as HTTP/2 sends none. */
function reasonPhrase(capture: Capture): string {
  return STATUS_CODES[capture.status] ?? (capture.statusText?.trim() || `HTTP status ${capture.status}`);
}

function isBlank(body: Uint8Array): boolean {
  return body.every((byte) => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d));
}

function holdsNul(body: Uint8Array): boolean {
  // Buffer searches faster.
  return Buffer.from(body.buffer, body.byteOffset, body.byteLength).includes(0);
}

function tooLarge(bytes: number): Extraction {
  return failed(
    'too-large',
    `The document exceeds the size limit: it has at least ${bytes} bytes. The limit is ${MAX_JSON_BYTES}.`,
  );
}

function failed(reason: PageFailure['reason'], message: string): Extraction {
  return { kind: 'failed', failure: { reason, message } };
}
