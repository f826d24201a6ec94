/** Enough to keep a small renderer busy, few enough that slow pages do not wait for one longer than a lease. */
const INITIAL = 16;
const LEAST = 1;
/** Leases that run out within this time of each other tell of the same overload, or of the same dead renderer. */
const ONE_LOSS_MS = 15_000;

/**
 * How many pages of a job the renderers are given at once. The frontier does not know how many renderers there are
 * or how slow the pages of a job are; pages that wait too long lose their leases and are rendered for nothing. So a
 * job begins with few, has one more for every page that comes back, and half as many when a lease runs out; after
 * that it grows by one per full window (the way TCP finds the width of a path).
 */
export class LeaseWindow {
  private pages = INITIAL;
  private threshold = Number.POSITIVE_INFINITY;
  private binding = false;
  private lostAtMs = Number.NEGATIVE_INFINITY;

  get size(): number {
    return Math.floor(this.pages);
  }

  /** Whether more pages would have been leased without the window: one that does not bind learns nothing. */
  noteDemand(wanted: number): void {
    this.binding = wanted > this.size;
  }

  pageCameBack(): void {
    if (this.binding) this.pages += this.pages < this.threshold ? 1 : 1 / this.pages;
  }

  leaseRanOut(now: Date): void {
    if (now.getTime() - this.lostAtMs < ONE_LOSS_MS) return;
    this.lostAtMs = now.getTime();
    this.pages = Math.max(LEAST, this.pages / 2);
    this.threshold = this.pages;
  }
}
