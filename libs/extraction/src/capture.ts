import type { DocumentContent, DocumentMetadata, PageFailure } from '@orbweaver/core';
import type { StyleSample } from './style-sample';

/** What came back for a page: everything that a document is made of. */
export interface Capture {
  /** The URL that answered, after redirects. */
  url: string;
  /** As the caller wrote it. */
  sourceUrl: string;
  status: number;
  statusText?: string;
  /** Names in lower case. */
  headers: Record<string, string>;
  /** Decoded from its content-encoding: the bytes of the response, or the UTF-8 of the rendered DOM (then `charset` is `utf-8`). */
  body: Uint8Array;
  /** The charset when it is certain; otherwise byte order mark, header, meta tag and detection decide. */
  charset?: string;
  engine: 'http' | 'browser';
  proxyUsed: 'basic' | 'stealth';
  /** data: URI */
  screenshot?: string;
  /** How the page looks; of a browser alone. */
  style?: StyleSample;
  actions?: DocumentContent['actions'];
  /** Warnings for the caller, joined into the document's warning. */
  warnings?: string[];
  /** The page led on to others until it was stopped: `url` is one of them. */
  isWandering?: true;
}

/** Kind of a page, and confidence in its main content. */
export interface ContentVerdict {
  /** One of PAGE_KINDS. */
  kind: string;
  /** Calibrated probability that the main content is right, with two decimals. */
  confidence: number;
  isLow: boolean;
}

export interface ExtractionOptions {
  /** false: only links are wanted; the content is `{}`. */
  wantsDocument: boolean;
  wantsOutlinks: boolean;
  /**
   * true: an empty shell without scripts, or a page that leads on to another, is returned as `needs-browser`. For http
   * captures only.
   */
  detectShell: boolean;
  /** true: metadata has contentKind and contentConfidence. */
  describeContent?: boolean;
  /** true: the document has a warning if the main content was identified with low confidence. */
  warnLowConfidence?: boolean;
  /** true: the capture's body is returned for the page cache. */
  wantsBody?: boolean;
}

export type Extraction =
  | {
      kind: 'document';
      metadata: DocumentMetadata;
      /** gzip of the JSON of a DocumentContent. */
      content: Uint8Array;
      /** Bytes of that JSON. */
      jsonBytes: number;
      /** The capture's body as `packBody` packs it, when it was wanted. */
      body?: Uint8Array;
      /** Absolute http(s) URLs, unique, in the order of the page. */
      outlinks: string[];
      /** Where the frames of the markdown lead, as its links write it; present when changes are tracked. */
      frames?: string[];
      /** Kind of page and confidence, if the model has chosen the main content. */
      mainContent?: ContentVerdict;
    }
  | { kind: 'needs-browser' }
  | { kind: 'failed'; failure: PageFailure };
