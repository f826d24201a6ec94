import type { LockedJob } from '@orbweaver/persistence';

/** How long a job's pages are kept. Depends on the job's row; messages are not trusted. */
export interface RetentionPolicy {
  /** Documents and failures are sent to the caller and not stored. */
  repliesDirectly: boolean;
  /** Stored data is erased after it was read, or some minutes after the end of the job. */
  isErased: boolean;
  /** Whether pages may be in the page cache, the change history and the log. */
  leavesTraces: boolean;
  extraCredits: number;
}

const RETAINED: RetentionPolicy = { repliesDirectly: false, isErased: false, leavesTraces: true, extraCredits: 0 };
const ERASED: RetentionPolicy = { repliesDirectly: false, isErased: true, leavesTraces: false, extraCredits: 1 };
const NEVER_STORED: RetentionPolicy = { ...ERASED, repliesDirectly: true, isErased: false };

export function retentionOf(
  job: Pick<LockedJob, 'zeroDataRetention'> & Partial<Pick<LockedJob, 'kind'>>,
): RetentionPolicy {
  if (!job.zeroDataRetention) return RETAINED;
  return job.kind === 'scrape' ? NEVER_STORED : ERASED;
}
