/** Enough to keep a small renderer busy, few enough that slow pages do not wait longer than a lease. */
const INITIAL = 16;
const LEAST = 1;
/** Leases that expire within this time of each other have one cause: an overload, or a dead renderer. */
const ONE_LOSS_MS = 15_000;

/**
 * How many pages of a job the renderers hold at once. The frontier knows neither the number of renderers nor how slow
 * the pages are, and a page that waits too long loses its lease and is rendered in vain. So a job starts with few,
 * gains one for every page that comes back, and halves when a lease expires; from then on it grows by one per full
 * window, as TCP probes a path.
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

  /** Pages with the renderers, as this process last saw it. */
  get leased(): number {
    return this.leasedPages;
  }

  noteLeased(pages: number): void {
    this.leasedPages = pages;
  }

  /** Whether the window keeps leases back. A window that does not learns nothing. */
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
