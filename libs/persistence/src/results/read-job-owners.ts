import type { Queryable } from '../database';

export interface JobOwner {
  jobId: string;
  teamId: string;
  kind: 'scrape' | 'batch' | 'crawl';
  zeroDataRetention: boolean;
}

/** The owners of jobs. Unknown jobs are absent. Cacheable: owners never change. */
export function readJobOwners(database: Queryable, jobIds: readonly string[]): Promise<JobOwner[]> {
  return database.$queryRaw<JobOwner[]>`
    SELECT id AS "jobId", team_id AS "teamId", kind, zero_data_retention AS "zeroDataRetention"
    FROM jobs WHERE id = ANY(${[...new Set(jobIds)]}::uuid[])`;
}
