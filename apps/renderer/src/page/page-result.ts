import type { DocumentMetadata, PageFailure } from '@orbweaver/core';
import type { CaptureToCache } from '../cache/cached-capture';

export type PageEngine = 'http' | 'browser';

/** The result of a page. */
export type PageResult =
  | {
      kind: 'done';
      engine: PageEngine;
      metadata: DocumentMetadata;
      /** gzip of the JSON of a DocumentContent; absent when no document was requested. */
      content?: Uint8Array;
      /** For the page cache. */
      keep?: CaptureToCache;
      jsonBytes: number;
      finalUrl: string;
      outlinks: string[];
      /** URLs of the frames in the markdown, for change tracking. */
      frames?: string[];
    }
  /** A crawled page that was redirected to the URL of another page. */
  | { kind: 'redirected'; engine: PageEngine; finalUrl: string }
  /** The host requested a later visit (429, 503). */
  | { kind: 'deferred'; engine: PageEngine | 'none'; finalUrl: string; retryAfterMs: number }
  /** A page of a job without a result. The frontier leases it again. */
  | { kind: 'returned'; engine: 'none'; retryAfterMs: number }
  | { kind: 'failed'; engine: PageEngine | 'none'; failure: PageFailure };
