import type { Database } from './database';

/**
 * Expires page leases and the claims of seeders and model calls. For a process with exclusive use of the database:
 * otherwise it would wait up to a minute for claims of an earlier process.
 * @returns their number
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
