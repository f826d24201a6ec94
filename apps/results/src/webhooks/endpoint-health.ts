/** Endpoints remembered as failing; of more than that the first are forgotten, and treated like new ones. */
const MAX_REMEMBERED = 10_000;

/**
 * Which endpoints (host and port) did not answer, or not for long, when they were last tried. They get little room: one
 * request at once each, half of all places together. So however many are dead, others find a place.
 */
export class EndpointHealth {
  private readonly failing = new Set<string>();
  private readonly open = new Map<string, number>();
  private openToFailing = 0;

  constructor(private readonly bounds: { concurrency: number; concurrencyPerHost: number }) {}

  /** Takes a place, if there is one. @returns gives it back; undefined: no place */
  enter(endpoint: string): (() => void) | undefined {
    const open = this.open.get(endpoint) ?? 0;
    const isFailing = this.failing.has(endpoint);
    const failingPlaces = Math.max(1, Math.floor(this.bounds.concurrency / 2));
    if (open >= (isFailing ? 1 : this.bounds.concurrencyPerHost)) return undefined;
    if (isFailing && this.openToFailing >= failingPlaces) return undefined;
    this.open.set(endpoint, open + 1);
    if (isFailing) this.openToFailing += 1;
    return () => {
      if (isFailing) this.openToFailing -= 1;
      const left = (this.open.get(endpoint) ?? 1) - 1;
      if (left > 0) this.open.set(endpoint, left);
      else this.open.delete(endpoint);
    };
  }

  note(endpoint: string, isFailing: boolean): void {
    this.failing.delete(endpoint);
    if (!isFailing) return;
    this.failing.add(endpoint);
    if (this.failing.size <= MAX_REMEMBERED) return;
    const [oldest] = this.failing;
    if (oldest !== undefined) this.failing.delete(oldest);
  }
}
