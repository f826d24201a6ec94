import type { LockedJob } from '@orbweaver/persistence';

/** What becomes of a job's pages. The job's row decides; the message of a page is not believed. */
export interface RetentionPolicy {
  /** Documents and failures go to the waiting caller, and to no table. */
  repliesDirectly: boolean;
  /** What is stored is erased after it was read, or some minutes after the job's end. */
  isErased: boolean;
  /**
   * The page cache and the change history get copies, later scrapes are compared with them, and the log may name a
   * page.
   */
  leavesTraces: boolean;
  /** Credits on top of each page. */
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
