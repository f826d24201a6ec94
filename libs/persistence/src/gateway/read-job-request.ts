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
  // As text: thousands of elements as rows would take seconds.
  const lists = await database.$queryRaw<{ urls: string }[]>`
    SELECT jsonb_path_query_array(urls, ${`$[0 to ${maxUrls - 1}].sourceUrl`}::jsonpath)::text AS urls
    FROM job_url_lists WHERE job_id = ${jobId}::uuid
    ORDER BY position LIMIT ${maxUrls}::int`;
  const urls: string[] = [];
  for (const list of lists) {
    if (urls.length >= maxUrls) break;
    urls.push(...(JSON.parse(list.urls) as string[]).slice(0, maxUrls - urls.length));
  }
  return { ...jobs[0], urls };
}
