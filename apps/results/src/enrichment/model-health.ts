/** Interval of attempts for late pages while the provider does not respond. */
const PROBE_INTERVAL_MS = 10_000;

/**
 * Whether the provider responds. If not, late pages fail at once, so that the backlog is cleared. One page per interval is
 * tried, to detect that the provider is back.
 */
export class ModelHealth {
  private isAnswering = true;
  private probedAtMs = 0;

  constructor(private readonly now: () => number = Date.now) {}

  answered(): void {
    this.isAnswering = true;
  }

  silent(): void {
    if (this.isAnswering) this.probedAtMs = this.now();
    this.isAnswering = false;
  }

  /** Whether a late page is tried anyway; counts as an attempt of the interval. */
  mayTryLate(): boolean {
    if (this.isAnswering) return true;
    if (this.now() - this.probedAtMs < PROBE_INTERVAL_MS) return false;
    this.probedAtMs = this.now();
    return true;
  }
}
