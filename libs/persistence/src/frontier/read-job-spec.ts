import type { Queryable } from '../database';

export interface StoredJobSpec {
  teamId: string;
  /** A JobSpec, unparsed. */
  spec: unknown;
  zeroDataRetention: boolean;
  traceparent: string | null;
}

export async function readJobSpec(database: Queryable, jobId: string): Promise<StoredJobSpec | undefined> {
  const rows = await database.$queryRaw<StoredJobSpec[]>`
    SELECT team_id AS "teamId", spec, zero_data_retention AS "zeroDataRetention", traceparent
    FROM jobs WHERE id = ${jobId}::uuid`;
  return rows[0];
}
