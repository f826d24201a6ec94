import type { Database } from '../database';

/**
 * Stores a new job that is to do what an ended batch or crawl was to do: its spec, URLs, team, key and webhook, and as
 * much time until it expires. Nobody is told; the frontier's sweep finds it. Answers false when there is no such job,
 * or it still runs, or is a scrape, or is erased.
 */
export function copyJob(database: Database, { jobId, newId }: { jobId: string; newId: string }): Promise<boolean> {
  return database.$transaction(async (transaction) => {
    const copied = await transaction.$executeRaw`
      INSERT INTO jobs (id, team_id, api_key_id, kind, spec, origin, integration, webhook, named_urls, expires_at,
                        zero_data_retention)
      SELECT ${newId}::uuid, team_id, api_key_id, kind, spec, origin, integration, webhook, named_urls,
             now() + (expires_at - created_at), zero_data_retention
      FROM jobs WHERE id = ${jobId}::uuid AND state <> 'scraping' AND kind <> 'scrape' AND erased_at IS NULL`;
    if (copied === 0) return false;
    await transaction.$executeRaw`
      INSERT INTO job_url_lists (job_id, position, urls)
      SELECT ${newId}::uuid, position, urls FROM job_url_lists WHERE job_id = ${jobId}::uuid`;
    return true;
  });
}
