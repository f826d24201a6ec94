import { backoff } from './job/backoff';
import { mayRetry, pageRetryMs, redeliveryDelayMs, redeliveryPolicy, retryWaits } from './retry-policy';

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
  ['robots', [2_000, 4_000, 8_000, 60_000]],
  ['busyHost', [10_000, 20_000, 40_000, 2_560_000]],
  ['scrape', [250, 500, 1_000, 1_000]],
] as const)('waits before the next attempt of %s: the first three and the ninth', (name, expected) => {
  expect([1, 2, 3, 9].map((attempt) => backoff(attempt, retryWaits[name]))).toEqual(expected);
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
