import {
  type DocumentContent,
  type Format,
  type FormatType,
  findFormat,
  type ScrapeSpec,
  wantsFormat,
} from '@orbweaver/core';
import type { Capture } from '../capture';
import { findLandmarks } from '../main-content/landmarks';
import type { Addresses } from '../page/addresses';
import { resolveUrl } from '../page/base-url';
import { dropHidden } from '../page/drop-hidden';
import { dropRepeatedMenus } from '../page/drop-repeated-menus';
import { dropSkipLinks } from '../page/drop-skip-links';
import type { LightElement } from '../tree/light-node';
import { toHtml } from '../tree/serialize-html';
import { collectAttributes } from './attributes';
import { toBranding } from './branding/to-branding';
import { collectImages } from './images';
import { collectLinks } from './links';
import { toMarkdown } from './markdown/to-markdown';
import type { FileText } from './plain-text';

/** A page at one stage of its extraction. */
export interface PageAtStage {
  root: LightElement;
  html: string;
  addresses: Addresses;
  /** The selected part; `named`: elements of includeTags. */
  part: 'whole' | 'main' | 'named';
  /** Keeps dialogs that block the page. */
  showsDialogs: boolean;
  /** Added to by the formats. */
  warnings: string[];
}

/**
 * - received: the page as received.
 * - visible: without elements that are never shown, and with `includeTags` and `excludeTags` applied.
 * - written: with main content chosen, URLs made absolute and inlined images replaced.
 */
export type Stage = 'received' | 'visible' | 'written';

type Asked<T extends FormatType> = Extract<Format, { type: T }>;

interface FormatMaker<T extends FormatType & keyof DocumentContent> {
  stage: Stage;
  fromPage(page: PageAtStage, asked: Asked<T>): DocumentContent[T];
  fromFile(file: FileText, asked: Asked<T>): DocumentContent[T];
}

/** The formats made from the content, in order; markdown is last because it destroys the tree. */
const makers = {
  rawHtml: { stage: 'received', fromPage: ({ html }) => html, fromFile: ({ rawHtml }) => rawHtml },
  images: {
    stage: 'received',
    fromPage: ({ root, addresses, warnings }) => collectImages(root, addresses, warnings),
    fromFile: () => [],
  },
  attributes: {
    stage: 'received',
    fromPage: ({ root, warnings }, asked) => collectAttributes(root, asked, warnings),
    // A file has no elements.
    fromFile: (_, { selectors }) => selectors.map((selector) => ({ ...selector, values: [] })),
  },
  links: {
    stage: 'visible',
    fromPage: ({ root, addresses, part, warnings }) => {
      const landmarks = part === 'main' ? findLandmarks(root) : [];
      return collectLinks(root, addresses, warnings, new Set(landmarks));
    },
    fromFile: (file) => file.links(),
  },
  html: { stage: 'written', fromPage: ({ root }) => toHtml(root), fromFile: ({ html }) => html },
  markdown: {
    stage: 'written',
    fromPage: ({ root, addresses, part, showsDialogs }) => {
      if (part !== 'named') dropHidden(root, showsDialogs);
      if (part === 'whole') {
        dropRepeatedMenus(root);
        dropSkipLinks(root, addresses.resolve(''));
      }
      return toMarkdown(root, addresses.resolve(''));
    },
    fromFile: (file) => file.markdown(),
  },
} satisfies { [T in FormatType & keyof DocumentContent]?: FormatMaker<T> };

type MadeType = keyof typeof makers;

const MADE_TYPES = Object.keys(makers) as MadeType[];

export function wantsStage(spec: ScrapeSpec, ...stages: Stage[]): boolean {
  return MADE_TYPES.some((type) => stages.includes(makers[type].stage) && findFormat(spec, type) !== undefined);
}

export function addFormats(content: DocumentContent, stage: Stage, page: PageAtStage, spec: ScrapeSpec): void {
  make(content, spec, (maker, asked) => (maker.stage === stage ? maker.fromPage(page, asked) : undefined));
}

export function formatsOfFile(file: FileText, spec: ScrapeSpec): DocumentContent {
  const content: DocumentContent = {};
  make(content, spec, (maker, asked) => maker.fromFile(file, asked));
  return content;
}

export function addScreenshot(content: DocumentContent, { screenshot }: Capture, spec: ScrapeSpec): void {
  if (findFormat(spec, 'screenshot') !== undefined && screenshot !== undefined) content.screenshot = screenshot;
}

export function addBranding(
  content: DocumentContent,
  { style, url }: Capture,
  spec: ScrapeSpec,
  metadata: Readonly<Record<string, unknown>>,
): string[] {
  if (!wantsFormat(spec, 'branding')) return [];
  if (style === undefined) return [WITHOUT_STYLE];
  // The metadata keeps the URL as written.
  const [ogImage] = [metadata.ogImage].flat();
  const absolute = typeof ogImage === 'string' ? resolveUrl(ogImage, url) : undefined;
  content.branding = toBranding(style, { ...metadata, ogImage: absolute });
  return [];
}

const WITHOUT_STYLE = 'The URL did not return a page that a browser could render: there is no branding.';

function make<T extends MadeType>(
  content: DocumentContent,
  spec: ScrapeSpec,
  made: (maker: FormatMaker<T>, asked: Asked<T>) => DocumentContent[T] | undefined,
): void {
  for (const type of MADE_TYPES as T[]) {
    const asked = findFormat(spec, type);
    // TypeScript cannot relate the maker to the format.
    const value = asked && made(makers[type] as unknown as FormatMaker<T>, asked);
    if (value !== undefined) content[type] = value;
  }
}
