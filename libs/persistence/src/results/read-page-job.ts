import type { Queryable } from '../database';

export interface PageJob {
  teamId: string;
  kind: string;
  state: string;
  spec: unknown;
  deadlineAt: Date | null;
  zeroDataRetention: boolean;
}

export async function readPageJob(database: Queryable, jobId: string): Promise<PageJob | undefined> {
  const [job] = await database.$queryRaw<PageJob[]>`
    SELECT team_id AS "teamId", kind, state, spec, deadline_at AS "deadlineAt",
           zero_data_retention AS "zeroDataRetention"
    FROM jobs WHERE id = ${jobId}::uuid`;
  return job;
}
