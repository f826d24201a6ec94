import { type DocumentContent, type ScrapeSpec, wantsFormat } from '@orbweaver/core';
import type { Capture, ExtractionOptions } from './capture';
import { formatsOfFile } from './formats';
import { collectLinks } from './formats/links';
import { toMarkdown } from './formats/markdown/to-markdown';
import type { FileText } from './formats/plain-text';
import { Addresses } from './page/addresses';
import { collectOutlinks } from './page/outlinks';
import { makeBlocks } from './pdf/make-blocks';
import { openPdf, type Pdf } from './pdf/open-pdf';
import { orderRows } from './pdf/order-rows';
import { type PdfMetadata, readPdfMetadata } from './pdf/pdf-metadata';
import { type PdfReading, readPdf } from './pdf/read-pdf';
import { taggedBlocks } from './pdf/tagged-blocks';
import { writeHtml } from './pdf/write-html';
import { LightElement } from './tree/light-node';
import { parseHtml } from './tree/parse-html';

const TEXT_FORMATS = ['markdown', 'html', 'rawHtml'] as const;
const MAX_PAGES = 10_000;

export interface ExtractedPdf {
  content: DocumentContent;
  metadata: PdfMetadata;
  outlinks: string[];
  warnings: string[];
}

/** `refused` is the reason why the file cannot be read. Text in pictures is not recognised. */
export async function extractPdf(
  capture: Capture,
  spec: ScrapeSpec,
  options: ExtractionOptions,
): Promise<ExtractedPdf | { refused: string }> {
  const opened = await openPdf(capture.body, capture.url);
  if (opened.kind === 'refused') return { refused: opened.message };
  try {
    return await extractOpened(opened.pdf, capture.url, spec, options);
  } finally {
    await opened.close();
  }
}

async function extractOpened(
  pdf: Pdf,
  url: string,
  spec: ScrapeSpec,
  options: ExtractionOptions,
): Promise<ExtractedPdf | { refused: string }> {
  const numPages = Math.min(pdf.numPages, spec.pdf.maxPages ?? MAX_PAGES, MAX_PAGES);
  const wantsText = options.wantsDocument && TEXT_FORMATS.some((type) => wantsFormat(spec, type));
  const wantsLinks = options.wantsDocument && wantsFormat(spec, 'links');
  const reading = await readPdf(pdf, {
    pages: numPages,
    wantsText,
    wantsLinks: wantsLinks || options.wantsOutlinks,
  });
  // pdf.js opens some damaged files without pages.
  if (reading.unreadable.length === reading.count) {
    return { refused: 'The PDF is damaged: its pages cannot be read.' };
  }
  const metadata = { ...(await readPdfMetadata(pdf)), numPages: reading.count, totalPages: pdf.numPages };
  const anchors = toAnchors(reading.links);
  const addresses = new Addresses(url);
  const warnings: string[] = [];
  let content: DocumentContent = {};
  if (options.wantsDocument) {
    const text = wantsText ? writeText(reading, spec, warnings) : { html: '', markdown: () => '' };
    const links = () => collectLinks(anchors, addresses, warnings);
    content = formatsOfFile({ ...text, rawHtml: text.html, links }, spec);
    if (numPages === MAX_PAGES && pdf.numPages > MAX_PAGES)
      warnings.push(`Only the first ${MAX_PAGES} pages were read.`);
  }
  return { content, metadata, outlinks: options.wantsOutlinks ? collectOutlinks(anchors, addresses) : [], warnings };
}

function writeText(
  { pages, unreadable, truncated }: PdfReading,
  spec: ScrapeSpec,
  warnings: string[],
): Pick<FileText, 'html' | 'markdown'> {
  if (unreadable.length > 0)
    warnings.push(`Damaged pages of the PDF were left out: ${unreadable.slice(0, 20).join(', ')}.`);
  if (truncated) warnings.push('The PDF has too much text or is damaged; part of it was left out.');
  if (pages.every(({ rows, turned }) => rows.length === 0 && turned.length === 0)) {
    warnings.push('The PDF has no text layer: its pages are probably scanned, and OCR is not supported.');
  }
  if (spec.pdf.mode === 'ocr') warnings.push('OCR is not supported: only the text layer of the PDF was read.');
  const blocks =
    taggedBlocks(pages.map(({ tagged }) => tagged)) ??
    makeBlocks(orderRows(pages, { dropRunning: spec.onlyMainContent }));
  const html = writeHtml(blocks);
  const markdown = () => {
    const parsed = parseHtml(html);
    if (parsed.truncated) warnings.push('The PDF is too large; its end was left out.');
    return toMarkdown(parsed.body);
  };
  return { html, markdown };
}

/** Anchors, so that the rules of page links apply. */
function toAnchors(links: string[]): LightElement {
  const root = new LightElement('#document', [], 11);
  for (const href of links) root.appendChild(new LightElement('a', ['href', href]));
  return root;
}
