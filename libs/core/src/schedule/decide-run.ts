export const overlapPolicies = ['skip', 'queue', 'cancel-running'] as const;
export const missedRunPolicies = ['skip', 'run-once'] as const;

export type OverlapPolicy = (typeof overlapPolicies)[number];
export type MissedRunPolicy = (typeof missedRunPolicies)[number];

/** Runs of a schedule that have not ended. */
export interface OpenRuns {
  dueRuns: number;
  runningRuns: number;
  /** The latest planned time of the running ones. */
  latestRunningAt: Date | null;
}

/**
 * Why a policy rejects a run: one is running, one is due, or one that was planned later is already running; or the
 * planned time was missed.
 */
export type OverlapFault = 'overlaps-running' | 'overlaps-due' | 'later-running';
export type RunDecision = 'due' | 'missed' | OverlapFault;

interface NewRun extends OpenRuns {
  plannedAt: Date;
  overlap: OverlapPolicy;
}

/** The reason why open runs and the overlap policy allow no other run, or undefined. */
export function findOverlap({
  plannedAt,
  overlap,
  dueRuns,
  runningRuns,
  latestRunningAt,
}: NewRun): OverlapFault | undefined {
  if (overlap === 'skip') return dueRuns + runningRuns > 0 ? 'overlaps-running' : undefined;
  // One waiting run visits everything that a second one would.
  if (dueRuns > 0) return 'overlaps-due';
  const isLate = overlap === 'cancel-running' && latestRunningAt !== null && latestRunningAt > plannedAt;
  return isLate ? 'later-running' : undefined;
}

/** Whether a planned run becomes due, or why it is skipped. */
export function decideRun({
  isMissed,
  missedRuns,
  ...run
}: NewRun & { isMissed: boolean; missedRuns: MissedRunPolicy }): RunDecision {
  return isMissed && missedRuns === 'skip' ? 'missed' : (findOverlap(run) ?? 'due');
}
