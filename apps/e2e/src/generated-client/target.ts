/** The target of a generated client. */
export interface TypedTarget {
  baseUrl: string;
  key: string;
  /** A site with a tree of pages that begins at `/tree/`. */
  site: string;
  webhook: string;
}

/** An operation such as `get /v2/crawl/{id}`, and the status of its response. */
export type Called = [operation: string, status: number];
