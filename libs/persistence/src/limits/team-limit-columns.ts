import { type TeamLimits, teamLimitNames } from '@orbweaver/core';
import { Prisma } from '../database';

const COLUMNS: Record<keyof TeamLimits, string> = {
  maxConcurrency: 'max_concurrency',
  scrapesPerMinute: 'scrapes_per_minute',
  jobsPerMinute: 'jobs_per_minute',
  creditsLimited: 'credits_limited',
  zeroDataRetention: 'zero_data_retention',
  retentionHours: 'retention_hours',
};

/** For INSERT and UPDATE, in the order of `teamLimitValues`. */
export const teamLimitColumns = Prisma.raw(teamLimitNames.map((limit) => COLUMNS[limit]).join(', '));

export const teamLimitValues = (limits: TeamLimits): Prisma.Sql =>
  Prisma.join(teamLimitNames.map((name) => limits[name]));

/** The fields of TeamLimits, for a SELECT from `teams` with this alias. */
export const teamLimitsOf = (alias: string): Prisma.Sql =>
  Prisma.raw(teamLimitNames.map((limit) => `${alias}.${COLUMNS[limit]} AS "${limit}"`).join(', '));
