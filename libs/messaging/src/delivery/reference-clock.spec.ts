import { ReferenceClock } from './reference-clock';

describe('ReferenceClock', () => {
  let monotonicMs: number;
  let localSkewMs: number;
  const SERVER_START = 1_800_000_000_000;
  const serverNow = () => SERVER_START + monotonicMs;
  const clockOf = () =>
    new ReferenceClock(
      () => serverNow() + localSkewMs,
      () => monotonicMs,
    );
  const measure = (clock: ReferenceClock, roundTripMs: number) =>
    clock.measure(
      async () => {
        const timeMs = serverNow() + roundTripMs / 2;
        monotonicMs += roundTripMs;
        return timeMs;
      },
      (timeMs) => timeMs,
    );

  beforeEach(() => {
    monotonicMs = 5_000;
    localSkewMs = 0;
  });

  it.each([600_000, -600_000, 0])('reports a local clock that is %i ms ahead', async (skewMs) => {
    localSkewMs = skewMs;
    const clock = clockOf();
    expect(clock.skewMs()).toBeUndefined();
    await measure(clock, 0);
    expect(clock.skewMs()).toBeCloseTo(skewMs);
    expect(clock.sinceMs(serverNow() - 2_000)).toBe(2_000);
  });

  it('reports a change of the local clock before the next sample', async () => {
    const clock = clockOf();
    await measure(clock, 0);
    monotonicMs += 3_000;
    localSkewMs = -600_000;
    expect(clock.skewMs()).toBe(-600_000);
    expect(clock.nowMs()).toBe(serverNow());
  });

  it('prefers a fast answer to a slow one until its maximum age', async () => {
    const clock = clockOf();
    await measure(clock, 10);
    const slow = () =>
      clock.measure(
        async () => {
          monotonicMs += 8_000;
          return serverNow();
        },
        (timeMs) => timeMs,
      );
    await slow();
    expect(clock.nowMs()).toBe(serverNow());
    monotonicMs += 300_000;
    await slow();
    expect(clock.nowMs()).toBe(serverNow() + 4_000);
    expect(clock.skewMs()).toBeCloseTo(0);
  });

  it('returns an age of 0 while the server has returned no time', async () => {
    const clock = clockOf();
    await clock.measure(
      async () => 'no time',
      () => undefined,
    );
    expect(clock.sinceMs(0)).toBe(0);
  });
});
