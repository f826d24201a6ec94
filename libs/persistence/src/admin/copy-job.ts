import type { CrawlLimits } from '../credits/free-credits';
import type { Queryable } from '../database';
import { scrapeOfTeam } from '../limits/scrape-of-team';
import { eraseDueOfCopy } from '../results/erase-job';

/**
 * Copies an ended batch or crawl as a new job with its spec (and the current hosts of its team), URLs, team, key, webhook
 * and lifetime; a crawl gets the given limits. The frontier's sweep starts it. False if the job is unknown, running,
 * expired, erased or of another kind. A single statement, so that retention cannot delete URL lists in between.
 */
export async function copyJob(
  database: Queryable,
  { jobId, newId, limits }: { jobId: string; newId: string; limits: CrawlLimits | undefined },
): Promise<boolean> {
  const rows = await database.$queryRaw<{ id: string }[]>`
    WITH copied AS (
      INSERT INTO jobs (id, team_id, api_key_id, kind, spec, origin, integration, webhook, named_urls, expires_at,
                        erase_due_at, zero_data_retention)
      SELECT ${newId}::uuid, team_id, api_key_id, kind,
             jsonb_set((spec - 'requestedLimit') || ${JSON.stringify(limits ?? {})}::jsonb, '{scrape}', ${scrapeOfTeam}),
             origin, integration, webhook, named_urls,
             now() + (expires_at - created_at), ${eraseDueOfCopy}, zero_data_retention
      FROM jobs WHERE id = ${jobId}::uuid AND state <> 'scraping' AND kind IN ('batch', 'crawl') AND expires_at > now()
        AND erased_at IS NULL
      RETURNING id
    ), lists AS (
      INSERT INTO job_url_lists (job_id, position, urls)
      SELECT copied.id, l.position, l.urls FROM job_url_lists l CROSS JOIN copied WHERE l.job_id = ${jobId}::uuid
    )
    SELECT id FROM copied`;
  return rows.length > 0;
}
