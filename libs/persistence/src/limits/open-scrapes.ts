import { Prisma } from '../database';
import { runningOf } from '../index-keys';

/**
 * Condition on `jobs`: a scrape of the team with a waiting caller. It uses a slot from `started_at` on and is not
 * rendered after its deadline.
 */
export const isOpenScrapeOf = (teamId: Prisma.Sql) => Prisma.sql`
  (${runningOf('jobs')} = ${teamId} AND jobs.kind = 'scrape' AND jobs.cancel_requested_at IS NULL
   AND jobs.deadline_at > now())`;

/**
 * Slots reserved for jobs with queued pages: one in four, one of two or three. Scrapes take all others first, and a
 * single one.
 */
export const slotsReservedForJobs = (limit: Prisma.Sql) =>
  Prisma.sql`(CASE WHEN ${limit} < 2 THEN 0 ELSE greatest(${limit} / 4, 1) END)`;
