/** The time limit of the page has passed, and no caller waits for it. */
export class DeadlineExceeded extends Error {
  override readonly name = 'DeadlineExceeded';
}

/** The process is stopping, and its grace period has passed. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

export const DID_NOT_FINISH =
  'The page did not finish loading in time, so its content is incomplete. Set a higher `timeout`.';

const RESERVE_MS = 3_000;
/** Share of the remaining time that is reserved if the deadline is short. */
const RESERVE_SHARE = 0.25;

/** The time limit of all work on a page, including waits for slots. Must be released: it has a timer and listeners. */
export class Deadline {
  private readonly controller = new AbortController();
  private readonly timer: NodeJS.Timeout;
  private readonly interrupt = (): void => this.controller.abort(new Interrupted('the renderer is shutting down'));

  private readonly stops: readonly AbortSignal[];

  /**
   * `at`: milliseconds since 1970. `stop` ends the page earlier. `whole`: the page's deadline, for one part of it.
   * No AbortSignal.any: Node 20 leaks memory for each dependent of a long-lived signal.
   */
  constructor(
    private readonly at: number,
    stop: AbortSignal | readonly AbortSignal[],
    private readonly whole?: Deadline,
  ) {
    this.timer = setTimeout(
      () => this.controller.abort(new DeadlineExceeded('the deadline of the page has passed')),
      Math.max(0, at - Date.now()),
    );
    this.stops = [stop].flat();
    for (const signal of this.stops) signal.addEventListener('abort', this.interrupt, { once: true });
    if (this.stops.some(({ aborted }) => aborted)) this.interrupt();
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  remainingMs(): number {
    return Math.max(0, this.at - Date.now());
  }

  /** Reserved for extraction when the transfer of a page does not end. */
  reserveMs(): number {
    return Math.min(RESERVE_MS, this.remainingMs() * RESERVE_SHARE);
  }

  /** Time until an unfinished body is cut: shortly before the deadline of the page, not of one part. */
  cutAfterMs(): number {
    const page = this.whole ?? this;
    return page.remainingMs() - page.reserveMs();
  }

  release(): void {
    clearTimeout(this.timer);
    for (const signal of this.stops) signal.removeEventListener('abort', this.interrupt);
  }
}
