import { Prisma } from '../database';
import { runningOf } from '../index-keys';

/**
 * Condition on `jobs`: a scrape of the team that somebody waits for. It takes one of its team's places from the moment it is
 * started (`started_at`), and has a place in the queue for one from the moment it is accepted; after the time of the
 * request nobody renders it.
 */
export const isOpenScrapeOf = (teamId: Prisma.Sql) => Prisma.sql`
  (${runningOf('jobs')} = ${teamId} AND jobs.kind = 'scrape' AND jobs.cancel_requested_at IS NULL
   AND jobs.deadline_at > now())`;

/**
 * Of a team's places those that scrapes leave to its jobs while pages of them wait: one in four, one where there are two
 * or three. All others go to scrapes first, and so does a single one.
 */
export const placesKeptForJobs = (limit: Prisma.Sql) =>
  Prisma.sql`(CASE WHEN ${limit} < 2 THEN 0 ELSE greatest(${limit} / 4, 1) END)`;
