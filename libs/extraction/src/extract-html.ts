import { type DocumentContent, type ScrapeSpec, wantsFormat } from '@orbweaver/core';
import type { ExtractionOptions } from './capture';
import { toHtml } from './formats/html';
import { collectImages } from './formats/images';
import { collectLinks } from './formats/links';
import { toMarkdown } from './formats/markdown/to-markdown';
import { makeUrlsAbsolute } from './page/absolute-urls';
import { findBaseUrl } from './page/base-url';
import { isEmptyShell } from './page/empty-shell';
import { type PageMetadata, readMetadata } from './page/metadata';
import { collectOutlinks } from './page/outlinks';
import { selectContent } from './page/select-content';
import { type ParsedPage, parseHtml } from './tree/parse-html';

/** What a body gave: its share of the document, and what its own pages say. */
export interface Extracted {
  content: DocumentContent;
  metadata: PageMetadata;
  outlinks: string[];
  warnings: string[];
}

export interface HtmlSource {
  text: string;
  /** Sent as XML. */
  xhtml: boolean;
  url: string;
}

/**
 * One parse, one tree. What is read from the page as it came is read first; then the tree is cut down to what the
 * caller wants to see, written as HTML, and last taken to pieces for markdown.
 */
export function extractHtml(
  source: HtmlSource,
  spec: ScrapeSpec,
  options: ExtractionOptions,
): Extracted | 'needs-browser' {
  const page = parseHtml(source.text, { xhtml: source.xhtml });
  if (options.detectShell && isEmptyShell(page)) return 'needs-browser';
  const baseUrl = findBaseUrl(page.root, source.url);
  const outlinks = options.wantsOutlinks ? collectOutlinks(page.root, baseUrl) : [];
  const metadata = readMetadata(page.root, baseUrl);
  const content: DocumentContent = {};
  const warnings: string[] = [];
  if (!options.wantsDocument) return { content, metadata, outlinks, warnings };
  if (page.truncated) warnings.push('The page is too large; its end was left out.');
  if (wantsFormat(spec, 'rawHtml')) content.rawHtml = source.text;
  if (wantsFormat(spec, 'images')) content.images = collectImages(page.root, baseUrl);
  writeSelected(page, baseUrl, spec, content, warnings);
  return { content, metadata, outlinks, warnings };
}

function writeSelected(
  page: ParsedPage,
  baseUrl: string,
  spec: ScrapeSpec,
  content: DocumentContent,
  warnings: string[],
): void {
  const wants = (['markdown', 'html', 'links'] as const).filter((type) => wantsFormat(spec, type));
  if (wants.length === 0) return;
  const selected = selectContent(page, spec, warnings);
  if (wants.includes('links')) content.links = collectLinks(selected, baseUrl);
  makeUrlsAbsolute(selected, baseUrl);
  if (wants.includes('html')) content.html = toHtml(selected);
  if (wants.includes('markdown'))
    content.markdown = toMarkdown(selected, { removeBase64Images: spec.removeBase64Images });
}
