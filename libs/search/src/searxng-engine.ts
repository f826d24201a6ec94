import { setTimeout as wait } from 'node:timers/promises';
import { backoff, readRetryAfter, retryLimits, retryWaits } from '@orbweaver/core';
import { type SearchEngine, SearchError, type SearchHit, type SearchQuery, type SearchResults } from './search-engine';
import { readResults } from './searxng-answer';

export interface SearxngOptions {
  baseUrl: string;
  /** Time limit of one request. */
  timeoutMs: number;
  /** Default: Node's. */
  fetch?: typeof fetch;
}

/** Ten times the largest response seen. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;
/** Pages of results for one query. SearXNG returns about ten results per page and engine. */
const MAX_PAGES = 20;
const CATEGORIES = { web: 'general', news: 'news', images: 'images' } as const;

/**
 * Client for SearXNG and compatible endpoints. The endpoint is the operator's own service, so its address may be
 * private; redirects are not followed, so that no other address can be reached through it.
 */
export class SearxngEngine implements SearchEngine {
  constructor(private readonly options: SearxngOptions) {}

  async search(query: SearchQuery, signal: AbortSignal): Promise<SearchResults> {
    const found = new Map<string, SearchHit>();
    const unresponsive = new Set<string>();
    for (let page = 1; page <= MAX_PAGES && found.size < query.limit; page += 1) {
      const answer = await this.readPage(query, page, signal).catch((error: unknown) => {
        // The hits of earlier pages are an answer, also when the time is over.
        if (found.size === 0) throw error;
        return undefined;
      });
      if (answer === undefined) break;
      for (const name of answer.unresponsive) unresponsive.add(name);
      const known = found.size;
      for (const hit of answer.hits) if (!found.has(hit.url)) found.set(hit.url, hit);
      // Engines without further results repeat the last page.
      if (found.size === known) break;
    }
    return { hits: [...found.values()].slice(0, query.limit), unresponsive: [...unresponsive] };
  }

  private async readPage(query: SearchQuery, page: number, signal: AbortSignal): Promise<SearchResults> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.request(query, page, signal);
      } catch (error) {
        if (signal.aborted) throw signal.reason;
        const isLast = attempt >= retryLimits.searches;
        if (isLast || !(error instanceof SearchError) || error.failure !== 'unavailable') throw error;
        await wait(backoff(attempt, retryWaits.search), undefined, { signal });
      }
    }
  }

  private async request(query: SearchQuery, page: number, signal: AbortSignal): Promise<SearchResults> {
    const { timeoutMs } = this.options;
    const limit = AbortSignal.timeout(timeoutMs);
    try {
      const response = await (this.options.fetch ?? fetch)(this.urlOf(query, page), {
        headers: { accept: 'application/json' },
        redirect: 'manual',
        signal: AbortSignal.any([signal, limit]),
      });
      const text = await readText(response);
      checkStatus(response);
      const answer = readResults(parse(text), query.source);
      if (answer === undefined) throw notSearxng('its JSON has no list `results`');
      return answer;
    } catch (error) {
      if (error instanceof SearchError || signal.aborted) throw error;
      if (limit.aborted) {
        throw new SearchError('timed-out', `The search engine did not answer within ${timeoutMs / 1000} s`);
      }
      throw new SearchError('unavailable', 'The search engine is unreachable', undefined, { cause: error });
    }
  }

  private urlOf({ text, source, language, within }: SearchQuery, page: number): URL {
    const url = new URL('search', this.options.baseUrl.replace(/\/*$/, '/'));
    const parameters = {
      q: text,
      format: 'json',
      categories: CATEGORIES[source],
      pageno: String(page),
      ...(language === undefined ? {} : { language }),
      ...(within === undefined ? {} : { time_range: within }),
    };
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    return url;
  }
}

const notSearxng = (reason: string) =>
  new SearchError('misconfigured', `The search engine does not answer like SearXNG: ${reason}`);

/** @throws SearchError for any status other than 200 */
function checkStatus({ status, headers }: Response): void {
  if (status === 200) return;
  if (status === 429) {
    const retryAfterMs = readRetryAfter(headers.get('retry-after') ?? undefined, Date.now());
    throw new SearchError('busy', 'The search engine limits the number of requests', retryAfterMs);
  }
  if (status === 403) throw notSearxng('status 403. Add `json` to `search.formats` in its settings');
  if (status >= 500) throw new SearchError('unavailable', `The search engine answered with status ${status}`);
  throw notSearxng(`status ${status}`);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw notSearxng('its response is not JSON. Add `json` to `search.formats` in its settings');
  }
}

async function readText(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MAX_ANSWER_BYTES) throw notSearxng(`its response exceeds ${MAX_ANSWER_BYTES} bytes`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
