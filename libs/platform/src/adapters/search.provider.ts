import { type SearchEngine, SearxngEngine } from '@orbweaver/search';
import type { SearchConfig } from '../config/search.config';
import { CONFIG, SEARCH_ENGINE } from '../tokens';

/** For services whose configuration includes `searchFields`. */
export const searchProvider = {
  provide: SEARCH_ENGINE,
  inject: [CONFIG],
  useFactory: ({ SEARCH_URL: baseUrl, SEARCH_TIMEOUT: timeoutMs }: SearchConfig): SearchEngine | undefined =>
    baseUrl === undefined ? undefined : new SearxngEngine({ baseUrl, timeoutMs }),
};
