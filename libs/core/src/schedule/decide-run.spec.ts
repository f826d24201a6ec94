import { decideRun, type MissedRunPolicy, type OverlapPolicy, type RunDecision } from './decide-run';

const plannedAt = new Date('2026-01-01T06:00Z');
const runningAt = {
  none: null,
  'one from before': new Date(plannedAt.getTime() - 1),
  'a later one': new Date(plannedAt.getTime() + 1),
};

describe('decideRun', () => {
  it.each<[OverlapPolicy, dueRuns: number, keyof typeof runningAt, RunDecision]>([
    ['skip', 0, 'none', 'due'],
    ['skip', 1, 'none', 'overlaps-running'],
    ['skip', 0, 'one from before', 'overlaps-running'],
    ['queue', 0, 'one from before', 'due'],
    ['queue', 0, 'a later one', 'due'],
    ['queue', 1, 'one from before', 'overlaps-due'],
    ['cancel-running', 0, 'none', 'due'],
    ['cancel-running', 0, 'one from before', 'due'],
    ['cancel-running', 0, 'a later one', 'later-running'],
    ['cancel-running', 1, 'one from before', 'overlaps-due'],
  ])('applies %s with %d due runs; running: %s; result: %s', (overlap, dueRuns, running, expected) => {
    const latestRunningAt = runningAt[running];
    const runningRuns = latestRunningAt === null ? 0 : 1;
    const run = { plannedAt, overlap, dueRuns, runningRuns, latestRunningAt } as const;
    expect(decideRun({ ...run, isMissed: false, missedRuns: 'skip' })).toBe(expected);
  });

  it.each<[boolean, MissedRunPolicy, RunDecision]>([
    [true, 'skip', 'missed'],
    [true, 'run-once', 'due'],
    [false, 'skip', 'due'],
  ])('decides by the policy for missed runs: missed %s, %s', (isMissed, missedRuns, expected) => {
    const run = { plannedAt, overlap: 'skip', dueRuns: 0, runningRuns: 0, latestRunningAt: null } as const;
    expect(decideRun({ ...run, isMissed, missedRuns })).toBe(expected);
  });
});
