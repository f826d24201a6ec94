import type { DocumentContent, DocumentMetadata, PageFailure } from '@orbweaver/core';

/** What came back when a page was looked at: everything that a document is made of. */
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
  /** The charset if it is known for certain; otherwise byte order mark, header, meta and detection decide. */
  charset?: string;
  engine: 'http' | 'browser';
  proxyUsed: 'basic' | 'stealth';
  /** data: URI */
  screenshot?: string;
  actions?: DocumentContent['actions'];
  /** For the caller; joined into the document's warning. */
  warnings?: string[];
}

export interface ExtractionOptions {
  /** false: only links are wanted; the content is `{}`. */
  wantsDocument: boolean;
  wantsOutlinks: boolean;
  /** true: a page that is an empty shell without scripts, or leads on to another, is given back as `needs-browser`. Concerns http captures only. */
  detectShell: boolean;
  /** true: the capture's body is given back, for the page cache. */
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
      /** gzip of the capture's body, when it was wanted. */
      body?: Uint8Array;
      /** Absolute http(s) URLs, unique, in the order of the page. */
      outlinks: string[];
      /** Where the frames of the markdown lead, as its links write it; told when changes are tracked. */
      frames?: string[];
    }
  | { kind: 'needs-browser' }
  | { kind: 'failed'; failure: PageFailure };
