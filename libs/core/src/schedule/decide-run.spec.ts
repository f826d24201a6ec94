import { decideRun, type MissedRunPolicy, type OverlapPolicy, type RunDecision } from './decide-run';

const plannedAt = new Date('2026-01-01T06:00Z');
const [before, after] = [new Date(plannedAt.getTime() - 1), new Date(plannedAt.getTime() + 1)];

describe('decideRun', () => {
  it.each<[OverlapPolicy, dueRuns: number, runningAt: Date | null, RunDecision]>([
    ['skip', 0, null, 'due'],
    ['skip', 1, null, 'overlaps-running'],
    ['skip', 0, before, 'overlaps-running'],
    ['queue', 0, before, 'due'],
    ['queue', 0, after, 'due'],
    ['queue', 1, before, 'overlaps-due'],
    ['cancel-running', 0, null, 'due'],
    ['cancel-running', 0, before, 'due'],
    ['cancel-running', 0, after, 'later-running'],
    ['cancel-running', 1, before, 'overlaps-due'],
  ])('applies %s with %d due runs and one running since %s: %s', (overlap, dueRuns, latestRunningAt, expected) => {
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
