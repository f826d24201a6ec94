import { decideAttemptEnd } from './decide-attempt-end';

const failed = { kind: 'failed', status: 503, error: 'The receiver answered with status 503.' } as const;

describe('decideAttemptEnd', () => {
  test.each([
    [1, 0, 1000],
    [1, 1, 1200],
    [2, 0.5, 5500],
  ])('waits after attempt %d (random %d) for %p ms', (attempt, random, retryInMs) => {
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

  it('gives up at once a target that no attempt can reach', () => {
    const end = decideAttemptEnd({ kind: 'denied', error: 'denied' }, 1, { scheduleMs: [1000], random: 0 });
    expect(end).toEqual({ state: 'dead', status: null, error: 'denied' });
  });
});
