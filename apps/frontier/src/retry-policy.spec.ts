import { mayDefer, mayRedirect, pageRetryMs, robotsPauseMs } from './retry-policy';

it.each([
  ['reset', 1, 1_000],
  ['reset', 2, 2_000],
  ['reset', 3, undefined],
  ['timed-out', 2, undefined],
  ['out-of-scope', 1, undefined],
] as const)('waits after %s in attempt %s for %s ms', (reason, attempt, waitMs) => {
  expect(pageRetryMs(reason, attempt)).toBe(waitMs);
});

it('ends a chain of redirects, or of deferrals, after ten', () => {
  expect([9, 10].map((redirects) => mayRedirect({ redirects }))).toEqual([true, false]);
  expect([9, 10].map((deferrals) => mayDefer({ deferrals }))).toEqual([true, false]);
});

it('leaves a silent site alone for two seconds at first and a minute at most', () => {
  expect([1, 2, 3, 9].map(robotsPauseMs)).toEqual([2_000, 4_000, 8_000, 60_000]);
});
