import { z } from 'zod';
import { documentShape, jobStatusOf, scrapedOf } from '../wire/answers';

export const Document = z.object({
  ...documentShape,
  extract: z.unknown().optional(),
  llm_extraction: z.unknown().optional().describe('Same value as `json` or `extract`'),
});

export const Scraped = scrapedOf(Document);
export const JobStatus = jobStatusOf(Document);

export const CreditUsage = z.object({
  success: z.literal(true),
  data: z.object({
    remaining_credits: z.int(),
    plan_credits: z.int(),
    billing_period_start: z.iso.datetime().nullable(),
    billing_period_end: z.iso.datetime().nullable(),
  }),
});
