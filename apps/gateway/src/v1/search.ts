import { z } from 'zod';
import { requestShape } from '../wire/request-fields';
import { SEARCH_LIMIT_MAX, searchShape } from '../wire/search-fields';
import { type SearchVersion, warnOfIgnored } from '../wire/search-submission';
import { warningOf } from '../wire/warning-of';
import { listJson, writeHit } from '../wire/write-hit';
import { Document } from './answers';
import { HitOptions } from './requests';
import { toScrapeSpec } from './to-core';

const LIMIT_DEFAULT = 5;
const NONE = 'No search results found';

const SearchRequest = z.strictObject({
  ...searchShape,
  limit: z.int().min(1).max(SEARCH_LIMIT_MAX).default(LIMIT_DEFAULT).describe('Maximum number of results'),
  scrapeOptions: HitOptions.prefault({}).describe('Options for scraping the results'),
  ...requestShape,
});
type SearchRequest = z.output<typeof SearchRequest>;

const Searched = z.object({
  success: z.literal(true),
  warning: z.string().optional().describe(`\`${NONE}\`, or ignored options`),
  data: z.array(z.object({ ...Document.partial().shape, url: z.string(), title: z.string(), description: z.string() })),
});

export const search: SearchVersion<SearchRequest> = {
  SearchRequest,
  Searched,
  example: {
    success: true,
    data: [{ url: 'https://example.com/spiders', title: 'Orb weavers', description: 'Spiders that build webs.' }],
  },
  toSubmission: (body) => ({
    query: body.query,
    limit: body.limit,
    sources: ['web'],
    categories: [],
    includeDomains: [],
    excludeDomains: [],
    tbs: body.tbs,
    lang: body.lang,
    country: body.country,
    timeoutMs: body.timeout,
    ignoreInvalidURLs: body.ignoreInvalidURLs,
    scrape: body.scrapeOptions.formats.length === 0 ? undefined : toScrapeSpec(body.scrapeOptions),
    origin: body.origin,
    integration: body.integration,
    zeroDataRetention: body.zeroDataRetention,
    warnings: warnOfIgnored(body),
  }),
  write: async ({ hits: { web = [] }, warnings }, { scrape: spec }, version) => {
    const written = web.map((hit) => {
      const { url, title, description } = hit;
      return writeHit({ url, title, description }, hit, { version, spec });
    });
    const warning = warningOf(...(web.length === 0 ? [NONE] : []), ...warnings);
    const rest = JSON.stringify(warning).slice(1);
    const tail = rest === '}' ? '}' : `,${rest}`;
    return Buffer.concat([
      Buffer.from('{"success":true,"data":'),
      listJson(await Promise.all(written)),
      Buffer.from(tail),
    ]);
  },
};
