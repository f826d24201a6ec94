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

  it('retries an address that was denied, which an operator or DNS may mend', () => {
    const end = decideAttemptEnd({ kind: 'denied', error: 'denied' }, 1, { scheduleMs: [1000], random: 0 });
    expect(end).toEqual({ state: 'pending', status: null, error: 'denied', retryInMs: 1000 });
  });

  it('gives up at once what no attempt can deliver', () => {
    const end = decideAttemptEnd({ kind: 'undeliverable', error: 'no URL' }, 1, { scheduleMs: [1000], random: 0 });
    expect(end).toEqual({ state: 'dead', status: null, error: 'no URL' });
  });
});
