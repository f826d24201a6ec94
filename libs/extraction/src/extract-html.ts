import { type DocumentContent, findFormat, type ScrapeSpec, wantsFormat } from '@orbweaver/core';
import type { ExtractionOptions } from './capture';
import { collectAttributes } from './formats/attributes';
import { toHtml } from './formats/html';
import { collectImages } from './formats/images';
import { collectLinks } from './formats/links';
import { hasFormulaScript } from './formats/markdown/find-formula-script';
import { frameDestinations } from './formats/markdown/media';
import { toMarkdown } from './formats/markdown/to-markdown';
import { makeUrlsAbsolute } from './page/absolute-urls';
import { Addresses } from './page/addresses';
import { findBaseUrl } from './page/base-url';
import { isEmptyShell } from './page/empty-shell';
import { openFrames } from './page/frames';
import { removeInlinedImages } from './page/inlined-images';
import { leadsOn } from './page/meta-refresh';
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
  /** Where the frames in the markdown lead; told when changes are tracked. */
  frames?: string[];
}

export interface HtmlSource {
  text: string;
  /** Sent as XML. */
  xhtml: boolean;
  /** false: no byte of the page was 0. */
  mayHoldNul?: boolean;
  url: string;
  /** In which the page was sent, as `decodeText` takes it. */
  charset?: string;
  /** The header of that name. */
  refresh?: string;
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
  const page = parseHtml(source.text, { xhtml: source.xhtml, mayHoldNul: source.mayHoldNul });
  const baseUrl = findBaseUrl(page.root, source.url);
  const isElsewhere = (): boolean => leadsOn(page.root, { url: source.url, baseUrl, header: source.refresh });
  if (options.detectShell && (isEmptyShell(page) || isElsewhere())) return 'needs-browser';
  openFrames(page);
  const addresses = new Addresses(baseUrl, source.charset);
  const outlinks = options.wantsOutlinks ? collectOutlinks(page.root, addresses) : [];
  const metadata = readMetadata(page.root, addresses);
  const content: DocumentContent = {};
  const warnings: string[] = [];
  if (!options.wantsDocument) return { content, metadata, outlinks, warnings };
  if (page.truncated) warnings.push('The page is too large; its end was left out.');
  if (wantsFormat(spec, 'rawHtml')) content.rawHtml = source.text;
  if (wantsFormat(spec, 'images')) content.images = collectImages(page.root, addresses, warnings);
  const attributes = findFormat(spec, 'attributes');
  if (attributes !== undefined) content.attributes = collectAttributes(page.root, attributes, warnings);
  const frames = writeSelected(page, addresses, spec, content, warnings);
  // What was left had text, but none that markdown shows.
  if (content.markdown === '' && spec.onlyMainContent && spec.includeTags.length === 0) {
    return extractHtml(source, { ...spec, onlyMainContent: false }, { ...options, detectShell: false });
  }
  if (addresses.isExhausted) warnings.push('The page has too many addresses; some were left as they are.');
  return { content, metadata, outlinks, warnings, ...(frames.length === 0 ? {} : { frames }) };
}

/** Answers where the frames of the markdown lead. */
function writeSelected(
  page: ParsedPage,
  addresses: Addresses,
  spec: ScrapeSpec,
  content: DocumentContent,
  warnings: string[],
): string[] {
  const wants = (['markdown', 'html', 'links'] as const).filter((type) => wantsFormat(spec, type));
  if (wants.length === 0) return [];
  // Its scripts do not outlast the selection.
  const runsFormulas = wants.includes('markdown') && hasFormulaScript(page.root);
  const selected = selectContent(page, spec, warnings);
  if (wants.includes('links')) content.links = collectLinks(selected, addresses, warnings);
  if (wants.length === 1 && wants.includes('links')) return [];
  makeUrlsAbsolute(selected, addresses, warnings);
  if (spec.removeBase64Images) removeInlinedImages(selected);
  if (wants.includes('html')) content.html = toHtml(selected);
  const frames = wantsFormat(spec, 'changeTracking') ? frameDestinations(selected) : [];
  if (wants.includes('markdown')) content.markdown = toMarkdown(selected, runsFormulas);
  return frames;
}
