import { z } from 'zod';

/** Marks a batch or crawl whose data is returned merged. Prompt and schema are in its json format. */
export const ExtractSpec = z.object({
  showSources: z.boolean(),
  /** Returned with the status, because clients that wait for a job do not show its first response. */
  warnings: z.array(z.string()).optional(),
});
export type ExtractSpec = z.infer<typeof ExtractSpec>;
