import { type DocumentContent, type ScrapeSpec, wantsFormat } from '@orbweaver/core';
import type { ContentVerdict, ExtractionOptions } from './capture';
import { addFormats, type PageAtStage, wantsStage } from './formats';
import { hasFormulaScript } from './formats/markdown/find-formula-script';
import { frameDestinations } from './formats/markdown/media';
import { LOW_CONFIDENCE_WARNING } from './main-content/confidence/content-verdict';
import { keepMainContent } from './main-content/keep-main-content';
import { readPageHints } from './main-content/page-hints';
import { makeUrlsAbsolute } from './page/absolute-urls';
import { Addresses } from './page/addresses';
import { findBaseUrl } from './page/base-url';
import { isEmptyShell } from './page/empty-shell';
import { openFrames } from './page/frames';
import { removeInlinedImages } from './page/inlined-images';
import { leadsOn } from './page/meta-refresh';
import { type PageMetadata, readMetadata } from './page/metadata';
import { collectOutlinks } from './page/outlinks';
import { showProtectedEmails } from './page/protected-emails';
import { showRelativeTimes } from './page/relative-times';
import { selectElements } from './page/select-content';
import { placeStreamedContent } from './page/streamed-content';
import { type ParsedPage, parseHtml } from './tree/parse-html';

/** The result for one body: its part of the document, and what the page itself says. */
export interface Extracted {
  content: DocumentContent;
  metadata: PageMetadata;
  outlinks: string[];
  warnings: string[];
  /** Where the frames in the markdown lead; present when changes are tracked. */
  frames?: string[];
  /** Present if the model has chosen the main content. */
  mainContent?: ContentVerdict;
}

export interface HtmlSource {
  text: string;
  /** Sent as XML. */
  xhtml: boolean;
  /** false: no byte of the page was 0. */
  mayHoldNul?: boolean;
  url: string;
  /** The page's charset, as `decodeText` takes it. */
  charset?: string;
  /** The header of that name. */
  refresh?: string;
}

/**
 * One parse, one tree. Formats of the received page are read first; then the tree is cut down to what the caller wants,
 * written as HTML, and last taken to pieces for markdown.
 */
export function extractHtml(
  source: HtmlSource,
  spec: ScrapeSpec,
  options: ExtractionOptions,
): Extracted | 'needs-browser' {
  const page = parseHtml(source.text, { xhtml: source.xhtml, mayHoldNul: source.mayHoldNul });
  placeStreamedContent(page);
  showRelativeTimes(page.root);
  showProtectedEmails(page.root, source.text);
  const baseUrl = findBaseUrl(page.root, source.url);
  const isElsewhere = (): boolean => leadsOn(page.root, { url: source.url, baseUrl, header: source.refresh });
  if (options.detectShell && (isEmptyShell(page, { url: source.url, baseUrl }) || isElsewhere()))
    return 'needs-browser';
  openFrames(page);
  const addresses = new Addresses(baseUrl, source.charset);
  const outlinks = options.wantsOutlinks ? collectOutlinks(page.root, addresses) : [];
  const metadata = readMetadata(page.root, addresses);
  const content: DocumentContent = {};
  const warnings: string[] = [];
  if (!options.wantsDocument) return { content, metadata, outlinks, warnings };
  if (page.truncated) warnings.push('The page is too large; its end was left out.');
  const asked = { part: partOf(spec), showsDialogs: !spec.blockAds };
  const received = { root: page.root, html: source.text, addresses, warnings, runsFormulas: false, ...asked };
  addFormats(content, 'received', received, spec);
  const { frames, mainContent } = addSelected(page, received, spec, content, source.url);
  // What was selected had text, but none that markdown shows.
  if (content.markdown === '' && spec.onlyMainContent && spec.includeTags.length === 0) {
    return extractHtml(source, { ...spec, onlyMainContent: false }, { ...options, detectShell: false });
  }
  if (addresses.isExhausted) warnings.push('The page has too many addresses; some were left as they are.');
  if (options.warnLowConfidence && mainContent?.isLow) warnings.push(LOW_CONFIDENCE_WARNING);
  return {
    content,
    metadata,
    outlinks,
    warnings,
    ...(frames.length > 0 && { frames }),
    ...(mainContent && { mainContent }),
  };
}

function partOf({ onlyMainContent, includeTags }: ScrapeSpec): PageAtStage['part'] {
  if (includeTags.length > 0) return 'named';
  return onlyMainContent ? 'main' : 'whole';
}

interface Selected {
  /** Destinations of the frames in the markdown. */
  frames: string[];
  mainContent?: ContentVerdict;
}

/** Adds the formats of the selected part. */
function addSelected(
  page: ParsedPage,
  received: PageAtStage,
  spec: ScrapeSpec,
  content: DocumentContent,
  url: string,
): Selected {
  if (!wantsStage(spec, 'visible', 'written')) return { frames: [] };
  const runsFormulas = wantsFormat(spec, 'markdown') && hasFormulaScript(page.root);
  const hints = received.part === 'main' ? readPageHints(page.root, url) : undefined;
  const selected = { ...received, root: selectElements(page, spec, received.warnings), runsFormulas };
  addFormats(content, 'visible', selected, spec);
  if (!wantsStage(spec, 'written')) return { frames: [] };
  const mainContent = hints && keepMainContent(selected.root, hints);
  makeUrlsAbsolute(selected.root, received.addresses, received.warnings);
  if (spec.removeBase64Images) removeInlinedImages(selected.root);
  const frames = wantsFormat(spec, 'changeTracking') ? frameDestinations(selected.root) : [];
  addFormats(content, 'written', selected, spec);
  return { frames, ...(mainContent && { mainContent }) };
}
