import { z } from 'zod';

export const MAX_TEAM_LIMIT = 999_999;
/** A year, the maximum of JOB_TTL_MAX. */
export const MAX_RETENTION_HOURS = 8_760;

/** Descriptions for the API document and the command line. */
export const TEAM_LIMIT_DESCRIPTIONS = {
  maxConcurrency: 'Maximum number of concurrently rendered pages of the team, scrapes and job pages together',
  scrapesPerMinute: 'Scrape requests per minute',
  jobsPerMinute: 'Batch, crawl and map requests per minute',
  creditsLimited: 'Whether requests above the team’s credits are rejected',
  retentionHours: 'Hours from the start of a job until it expires, unless its request has `expiresInHours`',
  zeroDataRetention: 'Whether `zeroDataRetention` applies to every request of the team (1 credit more per page)',
} as const;

const limit = (name: keyof typeof TEAM_LIMIT_DESCRIPTIONS) =>
  z.int().min(1).max(MAX_TEAM_LIMIT).nullable().describe(`${TEAM_LIMIT_DESCRIPTIONS[name]}; null: unlimited`);
const flag = (name: keyof typeof TEAM_LIMIT_DESCRIPTIONS) => z.boolean().describe(TEAM_LIMIT_DESCRIPTIONS[name]);

export const TeamLimits = z.object({
  maxConcurrency: limit('maxConcurrency'),
  scrapesPerMinute: limit('scrapesPerMinute'),
  jobsPerMinute: limit('jobsPerMinute'),
  creditsLimited: flag('creditsLimited'),
  zeroDataRetention: flag('zeroDataRetention'),
  retentionHours: z
    .int()
    .min(1)
    .max(MAX_RETENTION_HOURS)
    .nullable()
    .describe(`${TEAM_LIMIT_DESCRIPTIONS.retentionHours}; at most \`JOB_TTL_MAX\`; null: \`JOB_TTL\``),
});
export type TeamLimits = z.infer<typeof TeamLimits>;

export const NO_TEAM_LIMITS: TeamLimits = {
  maxConcurrency: null,
  scrapesPerMinute: null,
  jobsPerMinute: null,
  creditsLimited: false,
  zeroDataRetention: false,
  retentionHours: null,
};

export const teamLimitNames = Object.keys(NO_TEAM_LIMITS) as (keyof TeamLimits)[];
