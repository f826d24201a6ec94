import { Bell } from './bell';

export interface LoopOptions {
  /** Between two turns, unless the bell rings. */
  intervalMs: number;
  turn: (signal: AbortSignal) => Promise<void>;
  /** A turn that threw; the loop goes on. */
  onError: (error: unknown) => void;
  bell?: Bell;
}

/** While turns fail, one after the other, the wait doubles up to this. */
const MAX_WAIT_MS = 30_000;

/** Repeats a turn until it is stopped. Turns never overlap. */
export class Loop {
  private readonly stopping = new AbortController();
  private running: Promise<void> | undefined;

  constructor(private readonly options: LoopOptions) {}

  /** `signal` stops the loop as well. */
  start(signal: AbortSignal): void {
    this.running ??= this.run(AbortSignal.any([signal, this.stopping.signal]));
  }

  /** Resolves when the turn that runs is over. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  private async run(signal: AbortSignal): Promise<void> {
    const bell = this.options.bell ?? new Bell();
    let waitMs = this.options.intervalMs;
    while (!signal.aborted) {
      try {
        await this.options.turn(signal);
        waitMs = this.options.intervalMs;
      } catch (error) {
        this.options.onError(error);
        waitMs = Math.max(this.options.intervalMs, Math.min(waitMs * 2, MAX_WAIT_MS));
      }
      await bell.wait(waitMs, signal);
    }
  }
}
