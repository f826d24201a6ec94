import type { Queryable } from '../database';

/**
 * Stores a new job with the work of an ended batch or crawl: its spec, URLs, team, key, webhook, and the same time
 * until it expires. No message tells of it; the frontier's sweep finds it. Answers false when there is no such job, or
 * it still runs, has expired, is a scrape, or is erased. One statement, so it copies all URL lists or none, whatever
 * retention deletes meanwhile.
 */
export async function copyJob(
  database: Queryable,
  { jobId, newId }: { jobId: string; newId: string },
): Promise<boolean> {
  const rows = await database.$queryRaw<{ id: string }[]>`
    WITH copied AS (
      INSERT INTO jobs (id, team_id, api_key_id, kind, spec, origin, integration, webhook, named_urls, expires_at,
                        zero_data_retention)
      SELECT ${newId}::uuid, team_id, api_key_id, kind, spec, origin, integration, webhook, named_urls,
             now() + (expires_at - created_at), zero_data_retention
      FROM jobs WHERE id = ${jobId}::uuid AND state <> 'scraping' AND kind <> 'scrape' AND expires_at > now()
        AND erased_at IS NULL
      RETURNING id
    ), lists AS (
      INSERT INTO job_url_lists (job_id, position, urls)
      SELECT copied.id, l.position, l.urls FROM job_url_lists l CROSS JOIN copied WHERE l.job_id = ${jobId}::uuid
    )
    SELECT id FROM copied`;
  return rows.length > 0;
}
