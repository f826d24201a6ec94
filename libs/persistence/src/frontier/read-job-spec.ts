import type { Queryable } from '../database';

/** A job's JobSpec as the gateway stored it, unparsed; undefined for a deleted job. */
export async function readJobSpec(
  database: Queryable,
  jobId: string,
): Promise<{ teamId: string; spec: unknown; zeroDataRetention: boolean } | undefined> {
  const rows = await database.$queryRaw<{ teamId: string; spec: unknown; zeroDataRetention: boolean }[]>`
    SELECT team_id AS "teamId", spec, zero_data_retention AS "zeroDataRetention" FROM jobs WHERE id = ${jobId}::uuid`;
  return rows[0];
}
