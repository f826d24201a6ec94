import { z } from 'zod';
import { durationWithin } from './durations';

export const searchFields = {
  SEARCH_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'Base URL of a SearXNG instance with `json` in its `search.formats`, such as `http://searxng:8080`. Required for `POST /v2/search` and `POST /v1/search`',
    ),
  SEARCH_TIMEOUT: durationWithin(500, 120_000)
    .prefault('10s')
    .describe('Time limit for one page of results of the search engine'),
};

const fields = z.object(searchFields);
export type SearchConfig = z.infer<typeof fields>;
