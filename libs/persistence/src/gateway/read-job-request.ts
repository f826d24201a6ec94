import type { Queryable } from '../database';

export interface JobRequest {
  /** A WebhookSpec, unparsed; null: none. */
  webhook: unknown;
  /** URLs of a batch as written by the caller, in order, up to `maxUrls`. */
  urls: string[];
  namedUrls: number;
}

/** The parts of a job's request that are not in its spec. Undefined for an unknown job. */
export async function readJobRequest(
  database: Queryable,
  { jobId, maxUrls }: { jobId: string; maxUrls: number },
): Promise<JobRequest | undefined> {
  const jobs = await database.$queryRaw<Omit<JobRequest, 'urls'>[]>`
    SELECT webhook, named_urls AS "namedUrls" FROM jobs WHERE id = ${jobId}::uuid`;
  if (jobs[0] === undefined) return undefined;
  // Reads list by list until there are enough URLs. As text: thousands of elements as rows would take seconds.
  const lists = await database.$queryRaw<{ urls: string }[]>`
    WITH RECURSIVE list AS (
      (SELECT position, urls, 0 AS skipped FROM job_url_lists WHERE job_id = ${jobId}::uuid ORDER BY position LIMIT 1)
      UNION ALL
      SELECT next.position, next.urls, list.skipped + jsonb_array_length(list.urls)
      FROM list CROSS JOIN LATERAL (
        SELECT position, urls FROM job_url_lists
        WHERE job_id = ${jobId}::uuid AND position > list.position ORDER BY position LIMIT 1) next
      WHERE list.skipped + jsonb_array_length(list.urls) < ${maxUrls}::int
    )
    SELECT jsonb_path_query_array(urls, '$[*].sourceUrl')::text AS urls FROM list ORDER BY position`;
  const urls = lists.flatMap((list) => JSON.parse(list.urls) as string[]).slice(0, maxUrls);
  return { ...jobs[0], urls };
}
