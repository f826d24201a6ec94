/** Keeps a small renderer busy, and limits the wait of slow pages to less than a lease. */
const INITIAL = 16;
const LEAST = 1;
/** Leases that expire within this time have one cause: an overload, or a dead renderer. */
const ONE_LOSS_MS = 15_000;

/**
 * Limits the leased pages of a job, because pages that wait too long in renderers lose their lease. Starts small, grows
 * by one per returned page, halves when a lease expires, and then grows by one per window, like TCP congestion control.
 */
export class LeaseWindow {
  private pages = INITIAL;
  private threshold = Number.POSITIVE_INFINITY;
  private binding = false;
  private lostAtMs = Number.NEGATIVE_INFINITY;
  private leasedPages = 0;

  get size(): number {
    return Math.floor(this.pages);
  }

  get leased(): number {
    return this.leasedPages;
  }

  noteLeased(pages: number): void {
    this.leasedPages = pages;
  }

  /** Notes whether the window limits leases. It grows only then. */
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
