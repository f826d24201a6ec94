import type { EventLog } from '@orbweaver/platform';
import { WorkSignal } from './work-signal';

export interface LoopOptions {
  /** For the log. */
  name: string;
  /** The longest time between two rounds. */
  tickMs: number;
  /** After a round that threw. */
  restMs?: number;
  log: EventLog;
  /** One round. An error is logged and the next round comes: a loop never ends by itself. */
  round: () => Promise<void>;
}

/** A round after every raise of its signal and after every tick, one at a time. */
export class ServiceLoop {
  private readonly signal = new WorkSignal();
  private stopped = false;
  private running: Promise<void> | undefined;

  constructor(private readonly options: LoopOptions) {}

  /** There may be work. */
  wake(): void {
    this.signal.raise();
  }

  start(): void {
    this.running ??= this.run();
  }

  /** Resolves when the last round is over. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.signal.raise();
    await this.running;
  }

  private async run(): Promise<void> {
    const { name, tickMs, restMs = 1000, log, round } = this.options;
    while (!this.stopped) {
      try {
        await round();
        await this.signal.wait(tickMs);
      } catch (error) {
        log.error('round-failed', { loop: name }, error);
        // Not the signal: messages that keep coming must not turn an outage into a busy loop.
        if (!this.stopped) await new Promise((resolve) => setTimeout(resolve, restMs));
      }
    }
  }
}
