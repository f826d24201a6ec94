import { type Database } from '../database';
import { completedOf } from '../index-keys';

export interface SitePage {
  url: string;
  title: string | null;
  description: string | null;
}

/** The newest completed jobs of the team that are searched for the site. */
const MAX_JOBS = 2000;
/** Jobs of the site whose pages are read, newest first. */
const MAX_JOBS_OF_SITE = 200;

/**
 * Stored pages of a team's newest completed jobs that started on a host of the domain, newest job first. Excludes jobs
 * with zero data retention. URLs may repeat and may be on other hosts.
 */
export function readSitePages(
  database: Database,
  { teamId, domain, limit }: { teamId: string; domain: string; limit: number },
): Promise<SitePage[]> {
  return database.$queryRaw<SitePage[]>`
    WITH newest AS (
      SELECT id, kind, spec->>'url' AS url, completed_at FROM jobs
      WHERE ${completedOf('jobs')} = ${teamId}::uuid AND NOT zero_data_retention AND completed > 0
      ORDER BY completed_at DESC
      LIMIT ${MAX_JOBS}::int
    ), of_site AS MATERIALIZED (
      SELECT id, completed_at FROM newest
      CROSS JOIN LATERAL (SELECT lower(substring(url FROM '^[a-zA-Z]+://(?:[^/?#]*@)?([^/?#:]+)')) AS host) start
      WHERE kind <> 'batch' AND (start.host = ${domain} OR right(start.host, ${domain.length + 1}::int) = '.' || ${domain})
      ORDER BY completed_at DESC
      LIMIT ${MAX_JOBS_OF_SITE}::int
    )
    SELECT page.url, page.title, page.description
    FROM of_site CROSS JOIN LATERAL (
      SELECT p.url, d.metadata->>'title' AS title, d.metadata->>'description' AS description
      FROM pages p JOIN documents d ON d.page_id = p.id
      WHERE p.job_id = of_site.id AND p.ordinal > 0 AND p.status_code < 400
      ORDER BY p.ordinal
      LIMIT ${limit}::int
    ) page
    ORDER BY of_site.completed_at DESC
    LIMIT ${limit}::int`;
}
