import { z } from 'zod';

/** The largest limit of a team. More is no limit at all. */
export const MAX_TEAM_LIMIT = 999_999;

const limit = z.int().min(1).max(MAX_TEAM_LIMIT).nullable();

/** What a team may do, as its operator sets it. Null: no limit. */
export const TeamLimits = z.object({
  maxConcurrency: limit.describe(
    'Pages of the team that may be rendered at once, scrapes and pages of jobs together; null: no limit of its own',
  ),
  scrapesPerMinute: limit.describe('Requests for a scrape within a minute; null: no limit'),
  jobsPerMinute: limit.describe('Requests for a batch or a crawl within a minute; null: no limit'),
  creditsLimited: z.boolean().describe('Whether work that the credits of the team do not cover is refused'),
  zeroDataRetention: z
    .boolean()
    .describe('Whether every request of the team is one with `zeroDataRetention`: nothing of any page is kept'),
});
export type TeamLimits = z.infer<typeof TeamLimits>;
