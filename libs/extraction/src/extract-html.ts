import { type DocumentContent, type ScrapeSpec, wantsFormat } from '@orbweaver/core';
import type { ContentVerdict, ExtractionOptions } from './capture';
import { addFormats, type PageAtStage, wantsStage } from './formats';
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
import { redirectsSoon } from './page/meta-refresh';
import { type PageMetadata, readMetadata } from './page/metadata';
import { collectLinkTexts, collectOutlinks } from './page/outlinks';
import { selectElements } from './page/select-content';
import { showProtectedEmails } from './sites/cloudflare';
import { placeStreamedContent } from './sites/react';
import { showRelativeTimes } from './sites/timeago';
import { type ParsedPage, parseHtml } from './tree/parse-html';

/** The parts of a document that come from its body. */
export interface Extracted {
  content: DocumentContent;
  metadata: PageMetadata;
  outlinks: string[];
  linkTexts?: string[];
  warnings: string[];
  /** URLs of the frames in the markdown; only with change tracking. */
  frames?: string[];
  /** Present if the model has chosen the main content. */
  mainContent?: ContentVerdict;
}

export interface HtmlSource {
  text: string;
  /** Sent as XML. */
  xhtml: boolean;
  /** false: the body has no NUL byte. */
  mayHoldNul?: boolean;
  url: string;
  /** As `decodeText` takes it. */
  charset?: string;
  refresh?: string;
}

/** Makes the formats of a page from one tree, stage by stage. */
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
  if (options.detectShell && needsBrowser(page, source, baseUrl)) return 'needs-browser';
  openFrames(page);
  const addresses = new Addresses(baseUrl, source.charset);
  const outlinks = options.wantsOutlinks ? collectOutlinks(page.root, addresses) : [];
  const metadata = readMetadata(page.root, addresses);
  const content: DocumentContent = {};
  const warnings: string[] = [];
  const extracted: Extracted = { content, metadata, outlinks, warnings };
  if (options.wantsLinkTexts) extracted.linkTexts = collectLinkTexts(page.root, addresses);
  if (!options.wantsDocument) return extracted;
  if (page.truncated) warnings.push('The page is too large; its end was left out.');
  const received: PageAtStage = {
    root: page.root,
    html: source.text,
    addresses,
    warnings,
    part: partOf(spec),
    showsDialogs: !spec.blockAds,
  };
  addFormats(content, 'received', received, spec);
  const { frames, mainContent } = addSelected(page, received, spec, content, source.url);
  if (frames.length > 0) extracted.frames = frames;
  if (content.markdown === '' && spec.onlyMainContent && spec.includeTags.length === 0) {
    return extractHtml(source, { ...spec, onlyMainContent: false }, { ...options, detectShell: false });
  }
  if (addresses.isExhausted) warnings.push('The page has too many URLs; some were not made absolute.');
  if (mainContent !== undefined) extracted.mainContent = mainContent;
  if (options.warnLowConfidence && mainContent?.isLow) warnings.push(LOW_CONFIDENCE_WARNING);
  return extracted;
}

function needsBrowser(page: ParsedPage, { url, refresh }: HtmlSource, baseUrl: string): boolean {
  return isEmptyShell(page, { url, baseUrl }) || redirectsSoon(page.root, { url, baseUrl, header: refresh });
}

function partOf({ onlyMainContent, includeTags }: ScrapeSpec): PageAtStage['part'] {
  if (includeTags.length > 0) return 'named';
  return onlyMainContent ? 'main' : 'whole';
}

interface Selected {
  /** URLs of the frames of the selected part if changes are tracked. */
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
  const hints = received.part === 'main' ? readPageHints(page.root, url) : undefined;
  const selected = { ...received, root: selectElements(page, spec, received.warnings) };
  addFormats(content, 'visible', selected, spec);
  if (!wantsStage(spec, 'written')) return { frames: [] };
  const mainContent = hints && keepMainContent(selected.root, hints);
  makeUrlsAbsolute(selected.root, received.addresses, received.warnings);
  if (spec.removeBase64Images) removeInlinedImages(selected.root);
  const frames = wantsFormat(spec, 'changeTracking') ? frameDestinations(selected.root) : [];
  addFormats(content, 'written', selected, spec);
  return { frames, ...(mainContent && { mainContent }) };
}
