/** What a generated client is let loose on. */
export interface TypedTarget {
  baseUrl: string;
  key: string;
  /** A site with pages of a tree, `/tree/` being the first of them. */
  site: string;
  webhook: string;
}

/** Such as `get /v2/crawl/{id}`, with the status of its answer. */
export type Called = [operation: string, status: number];
