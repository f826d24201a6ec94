import { backoff } from './backoff';

const options = { firstMs: 1_000, longestMs: 60_000 };

it.each([
  [1, 1_000],
  [2, 2_000],
  [6, 32_000],
  [7, 60_000],
  [5_000, 60_000],
])('returns after attempt %s a delay of %s ms', (attempt, waitMs) => {
  expect(backoff(attempt, options)).toBe(waitMs);
});

it('treats attempt 0 as the first', () => {
  expect(backoff(0, options)).toBe(1_000);
});

it('adds jitter to the longest delay too', () => {
  expect(backoff(1, { ...options, jitter: 0.2 }, 1)).toBe(1_200);
  expect(backoff(9, { ...options, jitter: 0.2 }, 0.5)).toBe(66_000);
});
