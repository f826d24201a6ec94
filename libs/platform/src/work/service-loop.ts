import { backoff, redactError } from '@orbweaver/core';
import { isStoreUnavailable } from '@orbweaver/persistence';
import type { EventLog } from '../log/event-log';
import { WakeSignal } from './wake-signal';

export interface ServiceLoopOptions {
  /** The loop's name in the log. */
  name: string;
  /** The longest time between two rounds that succeed; a function is asked after each. */
  intervalMs: number | (() => number);
  log: EventLog;
  /** One round. An error is logged and the next round comes: a loop never ends by itself. */
  round: (signal: AbortSignal) => Promise<void>;
  /** Set by parts of the service that make work for the loop. */
  bell?: WakeSignal;
}

/** The wait after a failed round; it doubles while rounds fail. */
const FIRST_REST_MS = 1_000;
/** How soon the return of a dependency is noticed. */
const MAX_REST_MS = 10_000;

/** Runs a round at once, after every wake signal, and after every interval; one at a time. */
export class ServiceLoop {
  private readonly bell: WakeSignal;
  private readonly ending = new AbortController();
  private running: Promise<void> | undefined;

  constructor(private readonly options: ServiceLoopOptions) {
    this.bell = options.bell ?? new WakeSignal();
  }

  /** Says that there may be work. */
  wake(): void {
    this.bell.set();
  }

  /** `signal` ends the loop as `stop` does. */
  start(signal: AbortSignal): void {
    this.running ??= this.run(AbortSignal.any([signal, this.ending.signal]));
  }

  /** Resolves when the last round is over. */
  async stop(): Promise<void> {
    this.ending.abort();
    await this.running;
  }

  private intervalMs(): number {
    const { intervalMs } = this.options;
    return typeof intervalMs === 'number' ? intervalMs : intervalMs();
  }

  private async run(signal: AbortSignal): Promise<void> {
    const { name, log, round } = this.options;
    let failures = 0;
    while (!signal.aborted) {
      try {
        await round(signal);
        failures = 0;
        await this.bell.wait(this.intervalMs(), signal);
      } catch (error) {
        // Other faults may be about a page with zeroDataRetention, among others.
        log.error('round-failed', { loop: name }, isStoreUnavailable(error) ? error : redactError(error));
        // Not the loop's own signal: messages that keep coming must not turn an outage into a busy loop.
        failures += 1;
        const restMs = backoff(failures, { firstMs: FIRST_REST_MS, longestMs: MAX_REST_MS });
        await new WakeSignal().wait(Math.max(restMs, this.intervalMs()), signal);
      }
    }
  }
}
