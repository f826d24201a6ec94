import type { DocumentMetadata, PageFailure } from '@orbweaver/core';
import type { CaptureToCache } from '../cache/cached-capture';

export type PageEngine = 'http' | 'browser';

export type PageResult =
  | {
      kind: 'done';
      engine: PageEngine;
      metadata: DocumentMetadata;
      /** gzip of the JSON of a DocumentContent; absent when no document was requested. */
      content?: Uint8Array;
      keep?: CaptureToCache;
      jsonBytes: number;
      finalUrl: string;
      outlinks: string[];
      /** By position in `outlinks`. Pages of maps only. */
      linkTexts?: string[];
      /** URLs of the frames in the markdown, for change tracking. */
      frames?: string[];
    }
  | { kind: 'redirected'; engine: PageEngine; finalUrl: string }
  | { kind: 'deferred'; engine: PageEngine | 'none'; finalUrl: string; retryAfterMs: number }
  /** A page of a job without a result. The frontier leases it again. */
  | { kind: 'returned'; engine: 'none'; retryAfterMs: number }
  | { kind: 'failed'; engine: PageEngine | 'none'; failure: PageFailure };
