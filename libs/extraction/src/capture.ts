import type { DocumentContent, DocumentMetadata, PageFailure } from '@orbweaver/core';
import type { StyleSample } from './style-sample';

/** The response for a page, from which a document is made. */
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
  /** Measured style of a rendered page. */
  style?: StyleSample;
  actions?: DocumentContent['actions'];
  /** Added to the document's warning. */
  warnings?: string[];
  /** Redirects exceeded their limit; `url` is the last page. */
  isWandering?: true;
  /** An uploaded file: no server sent it. */
  isUpload?: true;
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
  /** false: only links are needed; the content is `{}`. */
  wantsDocument: boolean;
  wantsOutlinks: boolean;
  /** true: also returns the texts of the outlinks. Only for HTML. */
  wantsLinkTexts?: boolean;
  /** true: returns `needs-browser` for an empty shell or a redirecting page. Only for http captures. */
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
      /** The body from `packBody`, on request. */
      body?: Uint8Array;
      /** Absolute http(s) URLs, unique, in document order. */
      outlinks: string[];
      /** By position in `outlinks`; empty for a link without text. On request. */
      linkTexts?: string[];
      /** URLs of the frames in the markdown; only with change tracking. */
      frames?: string[];
      /** Kind of page and confidence, if the model has chosen the main content. */
      mainContent?: ContentVerdict;
    }
  | { kind: 'needs-browser' }
  | { kind: 'failed'; failure: PageFailure };
