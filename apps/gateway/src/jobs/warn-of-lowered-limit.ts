import { z } from 'zod';

/** The rest of the spec, which may have half a megabyte, is not looked at: clients poll. */
const LoweredCrawl = z.object({ kind: z.literal('crawl'), limit: z.int(), requestedLimit: z.int() });

/** What to tell the caller of a crawl that got a lower `limit` than he asked for; `spec` is a JobSpec, parsed or not. */
export function warnOfLoweredLimit(spec: unknown): string | undefined {
  const lowered = LoweredCrawl.safeParse(spec);
  if (!lowered.success) return undefined;
  const { limit, requestedLimit } = lowered.data;
  return `The limit was lowered from ${requestedLimit} to ${limit} pages, because no more credits of the team were left that other running jobs did not hold, one credit a page.`;
}
