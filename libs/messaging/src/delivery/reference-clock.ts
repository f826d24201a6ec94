/** Slower samples are used only until a better one exists. */
const MAX_ROUND_TRIP_MS = 1_000;
/** Maximum age of a preferred sample. Quartz clocks drift by about 5 ms per minute. */
const MAX_AGE_MS = 5 * 60_000;

/**
 * The clock of a shared server. Advances with the local monotonic clock, so that changes of the wall clock are detected
 * as skew.
 */
export class ReferenceClock {
  private last: { timeMs: number; atMs: number; roundTripMs: number } | undefined;

  /** @param wallClock the local clock to compare with the server's */
  constructor(
    private readonly wallClock: () => number = Date.now,
    private readonly monotonic: () => number = () => performance.now(),
  ) {}

  /** Runs a request and measures the clock by the server's time in its answer. */
  async measure<T>(ask: () => Promise<T>, timeOf: (answer: T) => number | undefined): Promise<T> {
    const askedAtMs = this.monotonic();
    const answer = await ask();
    const atMs = this.monotonic();
    const timeMs = timeOf(answer);
    if (timeMs === undefined) return answer;
    const roundTripMs = atMs - askedAtMs;
    const isBetter = this.last === undefined || roundTripMs <= Math.max(MAX_ROUND_TRIP_MS, this.last.roundTripMs);
    if (isBetter || atMs - this.last!.atMs > MAX_AGE_MS) {
      this.last = { timeMs: timeMs + roundTripMs / 2, atMs, roundTripMs };
    }
    return answer;
  }

  /** Milliseconds since 1970 by the server's clock; undefined: unknown. */
  nowMs(): number | undefined {
    return this.last && this.last.timeMs + this.monotonic() - this.last.atMs;
  }

  skewMs(): number | undefined {
    const nowMs = this.nowMs();
    if (nowMs === undefined) return undefined;
    const skewMs = this.wallClock() - nowMs;
    return Math.sign(skewMs) * Math.max(0, Math.abs(skewMs) - this.last!.roundTripMs / 2);
  }

  /** Time since an instant of the server's clock; 0 while the clock is unknown. */
  sinceMs(instantMs: number): number {
    return Math.max(0, (this.nowMs() ?? instantMs) - instantMs);
  }
}
