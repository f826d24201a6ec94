import { z } from 'zod';

/** Larger limits are unlimited. */
export const MAX_TEAM_LIMIT = 999_999;

const limit = z.int().min(1).max(MAX_TEAM_LIMIT).nullable();

/** Limits of a team, set by the operator. Null: unlimited. */
export const TeamLimits = z.object({
  maxConcurrency: limit.describe(
    'Maximum number of concurrently rendered pages of the team, scrapes and job pages together; null: unlimited',
  ),
  scrapesPerMinute: limit.describe('Scrape requests per minute; null: unlimited'),
  jobsPerMinute: limit.describe('Batch and crawl requests per minute; null: unlimited'),
  creditsLimited: z.boolean().describe('Whether requests above the team’s credits are rejected'),
  zeroDataRetention: z.boolean().describe('Whether `zeroDataRetention` applies to every request of the team'),
});
export type TeamLimits = z.infer<typeof TeamLimits>;
