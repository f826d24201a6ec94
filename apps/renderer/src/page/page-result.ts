import type { DocumentMetadata, PageFailure } from '@orbweaver/core';
import type { CaptureToCache } from '../cache/cached-capture';

export type PageEngine = 'http' | 'browser';

/** What became of a page. */
export type PageResult =
  | {
      kind: 'done';
      engine: PageEngine;
      metadata: DocumentMetadata;
      /** gzip of the JSON of a DocumentContent; absent when no document was wanted. */
      content?: Uint8Array;
      /** For the page cache. */
      keep?: CaptureToCache;
      jsonBytes: number;
      finalUrl: string;
      outlinks: string[];
      /** Where the frames of the markdown lead, when changes are tracked. */
      frames?: string[];
    }
  /** A crawled page answered from the address of another page. */
  | { kind: 'redirected'; engine: PageEngine; finalUrl: string }
  /** The host asked for a later visit. */
  | { kind: 'deferred'; engine: PageEngine | 'none'; finalUrl: string; retryAfterMs: number }
  /** A page of a job without a result. The frontier leases it again. */
  | { kind: 'returned'; engine: 'none'; retryAfterMs: number }
  | { kind: 'failed'; engine: PageEngine | 'none'; failure: PageFailure };
