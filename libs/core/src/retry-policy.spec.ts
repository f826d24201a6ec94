import { mayRetry, pageRetryMs, redeliveryDelayMs, redeliveryPolicy } from './retry-policy';

it.each([
  ['reset', 1, 1_000],
  ['reset', 2, 2_000],
  ['reset', 3, undefined],
  ['timed-out', 2, undefined],
  ['out-of-scope', 1, undefined],
] as const)('retries a page of a job that failed with %s in attempt %s after %s ms', (reason, attempt, waitMs) => {
  expect(pageRetryMs(reason, attempt)).toBe(waitMs);
  expect(mayRetry(reason, attempt)).toBe(waitMs !== undefined);
});

it.each([
  [1, false, 500],
  [7, false, 32_000],
  [7, true, 10_000],
])(
  'redelivers a message after attempt %s (unlimited: %s) in %s ms, give or take a fifth',
  (attempt, isUnlimited, ms) => {
    const delays = [0, 0.5, 1].map((random) => redeliveryDelayMs(attempt, redeliveryPolicy, { isUnlimited, random }));
    expect(delays).toEqual([ms * 0.8, ms, ms * 1.2]);
  },
);
