export interface NewContent {
  pageId: string;
  jobId: string;
  /** gzip of the JSON of a DocumentContent. */
  content: Uint8Array;
}

export type PlacedContent =
  | { content: Uint8Array; objectHash: null }
  /** The object key consists of job day, page and hash. */
  | { content: null; objectHash: Uint8Array };

export interface RowOfContent {
  pageId: string;
  jobId: string;
  content: Uint8Array | null;
  objectHash: Uint8Array | null;
}

/** A content is missing or altered. Permanent. */
export class ContentMissingError extends Error {
  override readonly name = 'ContentMissingError';
}

/** Storage of document contents. Rows are the truth: an object without a row is unused and is deleted with its day. */
export interface ContentStore {
  isForObjects(content: NewContent): boolean;

  /** The columns of a content that must not be in the object store. */
  inRow(content: NewContent): PlacedContent;

  /**
   * Stores contents, each completely or not at all, and returns the columns of their rows in the same order. Call it
   * before the transaction that inserts the rows. Idempotent: objects never change. Falls back to rows if the store
   * stays unavailable.
   * @throws StoreUnavailableError before the fallback
   */
  place(contents: readonly NewContent[]): Promise<PlacedContent[]>;

  /** Safe to call any number of times concurrently. @throws ContentMissingError @throws StoreUnavailableError */
  read(row: RowOfContent): Promise<Uint8Array>;

  /** Days with objects, as `20261125`: the UTC dates of their jobs. */
  listDays(): Promise<string[]>;

  /** Deletes all objects of a job. May be aborted, repeated and run concurrently. */
  deleteJob(jobId: string, signal: AbortSignal): Promise<number>;

  /** Deletes all objects of a day and returns their number. May be aborted, repeated and run concurrently. */
  deleteDay(day: string, signal: AbortSignal): Promise<number>;
}
