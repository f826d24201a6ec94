import { Prisma, type Queryable } from '../database';

/** Numbers of rows that an erasure deleted or blanked. */
export interface ErasureCounts {
  documents: number;
  failures: number;
  urlLists: number;
  frontierUrls: number;
  cachedPages: number;
  versions: number;
  enrichments: number;
  objects: number;
  webhookTargets: number;
}

export interface ErasureView extends ErasureCounts {
  id: string;
  teamId: string;
  requestedAt: Date;
  /** Null while erasing. */
  completedAt: Date | null;
  /** Name of the key. */
  actor: string;
  apiKeyId: string | null;
  requestId: string | null;
}

const columns = Prisma.sql`
  id, team_id AS "teamId", requested_at AS "requestedAt", completed_at AS "completedAt", actor,
  api_key_id AS "apiKeyId", request_id AS "requestId", documents, failures, url_lists AS "urlLists",
  frontier_urls AS "frontierUrls", cached_pages AS "cachedPages", versions, enrichments, objects,
  webhook_targets AS "webhookTargets"`;

export async function readErasure(database: Queryable, jobId: string): Promise<ErasureView | undefined> {
  const rows = await database.$queryRaw<ErasureView[]>`SELECT ${columns} FROM job_erasures WHERE id = ${jobId}::uuid`;
  return rows[0];
}

/** For the transaction that erases the rows, so that nothing is counted twice. No effect without a request. */
export async function countErased(
  database: Queryable,
  jobId: string,
  counts: Partial<Omit<ErasureCounts, 'frontierUrls'>>,
): Promise<void> {
  const { documents = 0, failures = 0, urlLists = 0, cachedPages = 0, versions = 0 } = counts;
  const { enrichments = 0, objects = 0, webhookTargets = 0 } = counts;
  await database.$executeRaw`
    UPDATE job_erasures SET
      documents = documents + ${documents}::int, failures = failures + ${failures}::int,
      url_lists = url_lists + ${urlLists}::int, cached_pages = cached_pages + ${cachedPages}::int,
      versions = versions + ${versions}::int, enrichments = enrichments + ${enrichments}::int,
      objects = objects + ${objects}::int, webhook_targets = webhook_targets + ${webhookTargets}::int
    WHERE id = ${jobId}::uuid AND completed_at IS NULL`;
}

/** Once, with the URLs counted by the frontier. Undefined without a request, or if completed earlier. */
export async function completeErasure(database: Queryable, jobId: string): Promise<ErasureView | undefined> {
  const rows = await database.$queryRaw<ErasureView[]>`
    UPDATE job_erasures SET
      completed_at = clock_timestamp(), context = NULL,
      frontier_urls = coalesce((SELECT erased_urls FROM frontier_jobs WHERE id = ${jobId}::uuid), 0)
    WHERE id = ${jobId}::uuid AND completed_at IS NULL
    RETURNING ${columns}`;
  return rows[0];
}

/** Makes requested erasures due that a process of the previous release completed without their proof. */
export async function reopenErasures(database: Queryable, now: Date): Promise<void> {
  await database.$executeRaw`
    UPDATE jobs SET erase_due_at = ${now}::timestamptz
    WHERE erase_due_at IS NULL AND id = ANY (ARRAY(SELECT id FROM job_erasures WHERE completed_at IS NULL))`;
}
