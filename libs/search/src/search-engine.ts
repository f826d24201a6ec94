export const searchSources = ['web', 'news', 'images'] as const;
export type SearchSource = (typeof searchSources)[number];

export interface SearchQuery {
  text: string;
  source: SearchSource;
  /** Maximum number of hits. */
  limit: number;
  /** Language tag, such as `de` or `de-AT`. */
  language?: string;
  /** Hits of at most this age. */
  within?: 'day' | 'week' | 'month' | 'year';
}

/** A search result. The engine has not visited its URL for us, so nothing in it is trusted. */
export interface SearchHit {
  /** Absolute, http or https. */
  url: string;
  title: string;
  description: string;
  /** ISO 8601. */
  publishedAt?: string;
  /** Images and previews of news. */
  image?: { url: string; width?: number; height?: number };
}

export interface SearchResults {
  hits: SearchHit[];
  /** Engines behind the endpoint that did not answer. */
  unresponsive: string[];
}

/**
 * Port to a search engine. Hits are unique by URL and ordered by rank. Ends at the signal.
 * @throws SearchError
 */
export interface SearchEngine {
  search(query: SearchQuery, signal: AbortSignal): Promise<SearchResults>;
}

export type SearchFailure =
  /** The engine limits requests. */
  | 'busy'
  /** Unreachable, broken, or an error of the engine. */
  | 'unavailable'
  /** The endpoint does not speak the protocol: its settings must be changed. */
  | 'misconfigured'
  | 'timed-out';

/** `message` is for callers: it contains no address. */
export class SearchError extends Error {
  override readonly name = 'SearchError';

  constructor(
    readonly failure: SearchFailure,
    message: string,
    /** Wait requested by the engine. */
    readonly retryAfterMs?: number,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
