/** How often a provider that does not answer is asked for a page whose time is over. */
const PROBE_INTERVAL_MS = 10_000;

/**
 * Whether the provider answers. Pages whose time is over while it does not are given up at once, so that a backlog of a
 * dead provider ends; one of them is tried now and then, so that its return is noticed.
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

  /** Whether a page that is late is tried all the same; counts as the probe. */
  mayTryLate(): boolean {
    if (this.isAnswering) return true;
    if (this.now() - this.probedAtMs < PROBE_INTERVAL_MS) return false;
    this.probedAtMs = this.now();
    return true;
  }
}
