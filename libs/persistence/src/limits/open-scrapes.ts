import { Prisma } from '../database';

/**
 * Condition on `jobs`: a scrape that somebody waits for. It takes one of its team's places from the moment it is
 * accepted, whether it is rendered already or waits for a place; after the time of the request nobody renders it.
 */
export const isOpenScrape = Prisma.sql`
  (jobs.kind = 'scrape' AND jobs.state = 'scraping' AND jobs.cancel_requested_at IS NULL
   AND jobs.created_at + make_interval(secs => (
         (jobs.spec->'scrape'->>'timeoutMs')::bigint + (jobs.spec->'scrape'->>'waitForMs')::bigint) / 1000.0) > now())`;
