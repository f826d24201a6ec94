/** The content of a document that is about to be stored. */
export interface NewContent {
  pageId: string;
  jobId: string;
  /** gzip of the JSON of a DocumentContent. */
  content: Uint8Array;
}

/** What the row of a document holds of its content: the bytes, or the SHA-256 of the object that has them. */
export type PlacedContent =
  | { content: Uint8Array; objectHash: null }
  /** Which object that is follows from job, page and hash. */
  | { content: null; objectHash: Uint8Array };

/** A row as it is read back. */
export interface RowOfContent {
  pageId: string;
  jobId: string;
  content: Uint8Array | null;
  objectHash: Uint8Array | null;
}

/** The object that a row names is not there, or is not what was stored. Trying again does not help. */
export class ContentMissingError extends Error {
  override readonly name = 'ContentMissingError';
}

/**
 * Where the contents of documents lie. Rows are the truth: what no row names is of no use to anybody, and goes with the
 * day of its job.
 */
export interface ContentStore {
  /** Whether `place` would put the content elsewhere than into its row. */
  isForObjects(content: NewContent): boolean;

  /**
   * Puts contents where they belong, each whole or not at all, and answers in the same order what their rows are to
   * hold. Call it before the transaction that inserts the rows. What it stored is never changed afterwards: the same
   * content again is the same object, another content of the same page is another object.
   * @throws StoreUnavailableError when the store is away, for a while; then contents go into their rows
   */
  place(contents: readonly NewContent[]): Promise<PlacedContent[]>;

  /**
   * The content of a row. Any number may be read at once; few are under way.
   * @throws ContentMissingError
   * @throws StoreUnavailableError when the store is away
   */
  read(row: RowOfContent): Promise<Uint8Array>;

  /** The days (`20261125`, UTC, of the beginning of their jobs) that have objects. */
  listDays(): Promise<string[]>;

  /**
   * Deletes all objects of a day. May be interrupted by `signal`, repeated, and run concurrently.
   * @returns how many it deleted
   */
  deleteDay(day: string, signal: AbortSignal): Promise<number>;
}
