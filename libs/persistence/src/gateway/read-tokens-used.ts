import type { Database } from '../database';

/** Prompt and completion tokens of all stored pages of a job, including failed pages. */
export async function readTokensUsed(database: Database, jobId: string): Promise<number> {
  const rows = await database.$queryRaw<{ tokens: number }[]>`
    SELECT coalesce(sum(prompt_tokens::bigint + completion_tokens), 0)::float8 AS tokens
    FROM pages WHERE job_id = ${jobId}::uuid`;
  return rows[0]?.tokens ?? 0;
}
