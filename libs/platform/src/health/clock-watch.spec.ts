import { pino } from 'pino';
import { Registry } from 'prom-client';
import { ClockWatch, type SharedClock, synchronizedClock } from './clock-watch';
import { HealthChecks } from './health';

describe('ClockWatch', () => {
  let skewMs: number | undefined;
  let lines: { level: number; msg: string; skewMs: number }[];
  let health: HealthChecks;
  let metrics: Registry;
  let watch: ClockWatch;
  const broker: SharedClock = { name: 'broker', skewMs: () => skewMs };

  beforeEach(() => {
    skewMs = undefined;
    lines = [];
    health = new HealthChecks();
    metrics = new Registry();
    watch = new ClockWatch([broker], pino({}, { write: (line: string) => lines.push(JSON.parse(line)) }));
    watch.addReadiness(health);
    watch.measure(metrics);
  });

  it.each([
    ['ahead of', 600_000],
    ['behind', -600_000],
  ])('reports not ready and logs once when the clock is ten minutes %s the broker', async (direction, skew) => {
    expect(health.ready().clock).toEqual({ healthy: true });
    skewMs = skew;
    for (let check = 0; check < 3; check += 1) watch.check();
    expect(health.ready().clock).toEqual({
      healthy: false,
      reason: expect.stringContaining(`is 600 s ${direction} the broker`),
    });
    expect(await metrics.metrics()).toContain(`orbweaver_clock_skew_seconds{reference="broker"} ${skew / 1_000}`);
    skewMs = Math.sign(skew) * 3_000;
    expect(health.ready().clock?.healthy).toBe(false);
    skewMs = 100;
    expect(health.ready().clock).toEqual({ healthy: true });
    expect(lines).toMatchObject([
      { msg: 'clock-skewed', skewMs: skew },
      { msg: 'clock-in-step', skewMs: 100 },
    ]);
  });

  it.each([
    [undefined, undefined, 0],
    [600_000, undefined, 600_000],
    [-600_000, 7, -600_000],
    [undefined, 600_000, 600_000],
    [300, undefined, 0],
  ])('corrects the clock by the first known shared clock: %p, %p', (database, other, corrected) => {
    const shared: SharedClock[] = [
      { name: 'database', skewMs: () => database },
      { name: 'broker', skewMs: () => other },
    ];
    expect(synchronizedClock(shared, () => 1_800_000_000_000)().getTime()).toBe(1_800_000_000_000 - corrected);
  });
});
