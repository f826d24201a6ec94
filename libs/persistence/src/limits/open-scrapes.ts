import { Prisma } from '../database';
import { runningOf } from '../index-keys';

/**
 * Condition on `jobs`: a scrape of the team whose caller waits. It takes one of the team's places from its start
 * (`started_at`), and a place in the queue from its acceptance. After the time of the request it is not rendered.
 */
export const isOpenScrapeOf = (teamId: Prisma.Sql) => Prisma.sql`
  (${runningOf('jobs')} = ${teamId} AND jobs.kind = 'scrape' AND jobs.cancel_requested_at IS NULL
   AND jobs.deadline_at > now())`;

/**
 * The places of a team that scrapes leave to its jobs while their pages wait: one in four, or one where there are two
 * or three. All others go to scrapes first, and so does a single one.
 */
export const placesKeptForJobs = (limit: Prisma.Sql) =>
  Prisma.sql`(CASE WHEN ${limit} < 2 THEN 0 ELSE greatest(${limit} / 4, 1) END)`;
