import { z } from 'zod';
import { ignoredShape } from './absent-features';
import { scrapeShape } from './scrape-fields';

/** Formats that need the site of the page, a browser or an earlier version. */
const FORMATS_OF_SITES: readonly string[] = ['screenshot', 'screenshot@fullPage', 'branding', 'changeTracking'];

const withoutEffect = 'Accepted for client libraries, but ignored: an uploaded file is not fetched or cached';

/** Options of an upload that both versions share. */
export const parseShape = {
  onlyMainContent: scrapeShape.onlyMainContent,
  includeTags: scrapeShape.includeTags,
  excludeTags: scrapeShape.excludeTags,
  removeBase64Images: scrapeShape.removeBase64Images,
  timeout: scrapeShape.timeout,
  headers: scrapeShape.headers.describe(withoutEffect),
  skipTlsVerification: z.boolean().optional().describe(withoutEffect),
  blockAds: z.boolean().optional().describe(withoutEffect),
  storeInCache: z.boolean().optional().describe(withoutEffect),
  maxAge: z.int().min(0).optional().describe(withoutEffect),
  proxy: z.enum(['basic', 'auto']).optional().describe(withoutEffect),
  ...ignoredShape,
};

export function refuseFormatsOfSites(formats: readonly (string | { type: string })[], context: z.RefinementCtx): void {
  for (const [index, format] of formats.entries()) {
    const name = typeof format === 'string' ? format : format.type;
    if (!FORMATS_OF_SITES.includes(name)) continue;
    const message = `The format ${name} is not available for uploaded files`;
    context.addIssue({ code: 'custom', path: ['formats', index], message });
  }
}

/** Scrape options without effect on an upload. */
export const UNFETCHED = {
  headers: {},
  waitFor: 0,
  mobile: false,
  skipTlsVerification: false,
  actions: [],
  blockAds: false,
  proxy: 'basic',
  maxAge: 0,
  storeInCache: false,
} as const;
