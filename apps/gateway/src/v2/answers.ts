import { z } from 'zod';
import { documentShape, jobStatusOf, scrapedOf } from '../wire/answers';

export const Document = z.object(documentShape);
export const Scraped = scrapedOf(Document);
export const JobStatus = jobStatusOf(Document);

export const CreditUsage = z.object({
  success: z.literal(true),
  data: z.object({
    remainingCredits: z.int(),
    planCredits: z.int(),
    billingPeriodStart: z.iso.datetime().nullable(),
    billingPeriodEnd: z.iso.datetime().nullable(),
  }),
});
