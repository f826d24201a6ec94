import { ratesOf } from './samples';

describe('ratesOf', () => {
  it('is the number of finished pages per second over the last five seconds', () => {
    const samples = [0, 1, 2, 3, 4, 5, 6, 7].map((seconds) => ({
      ...{ seconds, failed: seconds, queued: 9 },
      done: seconds < 4 ? 10 * seconds : 40,
    }));
    expect(ratesOf(samples).map((rate) => Math.round(rate))).toEqual([0, 11, 11, 11, 11, 9, 7, 5]);
  });
});
