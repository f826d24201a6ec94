import { type Database } from '../database';
import { completedOf } from '../index-keys';

export interface SitePage {
  pageId: string;
  url: string;
  title: string | null;
  description: string | null;
  /** Size of the metadata, with title and description. Null if it is not encrypted. */
  encryptedBytes: number | null;
}

/** The newest completed jobs of the team that are searched for the site. */
const MAX_JOBS = 2000;
/** Jobs of the site whose pages are read. */
const MAX_JOBS_OF_SITE = 200;

/**
 * Stored pages of a team's newest completed scrapes and crawls that started on a host of the domain, newest job first.
 * Excludes jobs with zero data retention. URLs may repeat and may be on other hosts.
 */
export async function readSitePages(
  database: Database,
  { teamId, domain, limit }: { teamId: string; domain: string; limit: number },
): Promise<SitePage[]> {
  const jobs = await database.$queryRaw<{ id: string; pages: number }[]>`
    WITH newest AS MATERIALIZED (
      SELECT id, kind, spec->>'url' AS url, completed AS pages, completed_at FROM jobs
      WHERE ${completedOf('jobs')} = ${teamId}::uuid AND completed > 0 AND NOT zero_data_retention
      ORDER BY completed_at DESC
      LIMIT ${MAX_JOBS}::int
    )
    SELECT id, pages FROM newest
    CROSS JOIN LATERAL (SELECT lower(substring(url FROM '^[a-zA-Z]+://(?:[^/?#]*@)?([^/?#:]+)')) AS host) start
    WHERE kind <> 'batch' AND (start.host = ${domain} OR right(start.host, ${domain.length + 1}::int) = '.' || ${domain})
    ORDER BY completed_at DESC
    LIMIT ${MAX_JOBS_OF_SITE}::int`;
  const ids = within(jobs, limit).map(({ id }) => id);
  if (ids.length === 0) return [];
  return database.$queryRaw<SitePage[]>`
    SELECT page.id AS "pageId", page.url, page.title, page.description, page.encrypted_bytes AS "encryptedBytes"
    FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS job(id, place) CROSS JOIN LATERAL (
      SELECT p.id, p.url, p.ordinal, d.metadata->>'title' AS title, d.metadata->>'description' AS description,
             -- All plain metadata has this field.
             CASE WHEN d.metadata->>'scrapeId' IS NULL THEN octet_length(d.metadata::text) END AS encrypted_bytes
      FROM pages p JOIN documents d ON d.page_id = p.id
      WHERE p.job_id = job.id AND p.ordinal > 0 AND p.status_code < 400
      ORDER BY p.ordinal
      LIMIT ${limit}::int
    ) page
    ORDER BY job.place, page.ordinal
    LIMIT ${limit}::int`;
}

/** Metadata as it is stored. Pages that were deleted are absent. */
export function readStoredMetadata(
  database: Database,
  pageIds: readonly string[],
): Promise<{ pageId: string; metadata: string }[]> {
  return database.$queryRaw`
    SELECT page_id AS "pageId", metadata::text AS metadata FROM documents WHERE page_id = ANY(${[...pageIds]}::uuid[])`;
}

/** The first jobs, up to the one that exceeds the limit. */
function within<T extends { pages: number }>(jobs: readonly T[], limit: number): T[] {
  const wanted: T[] = [];
  let pages = 0;
  for (const job of jobs) {
    if (pages >= limit) break;
    wanted.push(job);
    pages += job.pages;
  }
  return wanted;
}
