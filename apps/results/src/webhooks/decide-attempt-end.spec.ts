import { decideAttemptEnd } from './decide-attempt-end';

const failed = { kind: 'failed', status: 503, error: 'The receiver answered with status 503.' } as const;

describe('decideAttemptEnd', () => {
  test.each([
    [1, 0, 1000],
    [1, 1, 1200],
    [2, 0.5, 5500],
  ])('retries after attempt %d (random %d) in %p ms', (attempt, random, retryInMs) => {
    expect(decideAttemptEnd(failed, attempt, { scheduleMs: [1000, 5000], random })).toEqual({
      state: 'pending',
      status: 503,
      error: failed.error,
      retryInMs,
    });
  });

  it('gives up after the last attempt of the schedule', () => {
    const end = decideAttemptEnd(failed, 3, { scheduleMs: [1000, 5000], random: 0 });
    expect(end).toEqual({ state: 'dead', status: 503, error: failed.error });
  });

  it('retries a denied address, because settings and DNS may change', () => {
    const end = decideAttemptEnd({ kind: 'denied', error: 'denied' }, 1, { scheduleMs: [1000], random: 0 });
    expect(end).toEqual({ state: 'pending', status: null, error: 'denied', retryInMs: 1000 });
  });

  it('gives up an undeliverable event at once', () => {
    const end = decideAttemptEnd({ kind: 'undeliverable', error: 'no URL' }, 1, { scheduleMs: [1000], random: 0 });
    expect(end).toEqual({ state: 'dead', status: null, error: 'no URL' });
  });
});
