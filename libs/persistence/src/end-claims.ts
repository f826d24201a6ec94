import type { Database } from './database';

/**
 * Ends the leases of pages and the claims of seeders and model calls, as if their time was over. For a process that has
 * the database to itself: whoever held them is gone, and would be waited for until then, which is most of a minute.
 * @returns how many there were
 */
export function endClaims(database: Database): Promise<number> {
  return database.$transaction(async (transaction) => {
    const ended = await Promise.all([
      transaction.$executeRaw`
        UPDATE frontier_pages SET lease_until = now() WHERE state = 'leased' AND lease_until > now()`,
      transaction.$executeRaw`
        UPDATE frontier_jobs SET seeding_until = now() WHERE state = 'running' AND seeding_until > now()`,
      transaction.$executeRaw`UPDATE enrichments SET claimed_until = NULL WHERE claimed_until > now()`,
    ]);
    return ended.reduce((sum, count) => sum + count, 0);
  });
}
