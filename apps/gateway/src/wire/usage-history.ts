import type { CreditPeriod } from '@orbweaver/persistence';
import { z } from 'zod';

export const historyQuery = z.object({ byApiKey: z.enum(['true', 'false']).optional() });

/** The response with usage by month. @param used key of the used amount */
export const historyOf = <K extends 'creditsUsed' | 'tokensUsed'>(used: K) =>
  z.object({
    success: z.literal(true),
    periods: z.array(
      z.object({
        startDate: z.iso.datetime(),
        endDate: z.iso.datetime(),
        apiKey: z.string().optional().describe('Name of the key; absent for usage without a known key'),
        [used]: z.int(),
      }),
    ),
    warning: z.string().optional().describe('Names unknown query parameters'),
  });

export const periodOf = ({ start, end, apiKey }: CreditPeriod) => ({
  startDate: start.toISOString(),
  endDate: end.toISOString(),
  ...(apiKey === null ? {} : { apiKey }),
});
