import { backoff, redactError } from '@orbweaver/core';
import { isStoreUnavailable } from '@orbweaver/persistence';
import type { EventLog } from '../log/event-log';
import { WakeSignal } from './wake-signal';

export interface ServiceLoopOptions {
  name: string;
  /** Maximum time between successful rounds. A function is called after each round. */
  intervalMs: number | (() => number);
  log: EventLog;
  round: (signal: AbortSignal) => Promise<void>;
  bell?: WakeSignal;
}

const FIRST_REST_MS = 1_000;
const MAX_REST_MS = 10_000;

/** Runs rounds one at a time: at the start, on each wake signal and after each interval. */
export class ServiceLoop {
  private readonly bell: WakeSignal;
  private readonly ending = new AbortController();
  private running: Promise<void> | undefined;

  constructor(private readonly options: ServiceLoopOptions) {
    this.bell = options.bell ?? new WakeSignal();
  }

  wake(): void {
    this.bell.set();
  }

  start(signal: AbortSignal): void {
    this.running ??= this.run(AbortSignal.any([signal, this.ending.signal]));
  }

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
        // Other errors may describe a page with zeroDataRetention.
        log.error('round-failed', { loop: name }, isStoreUnavailable(error) ? error : redactError(error));
        // Ignores wake signals: a stream of messages must not cause a busy loop during an outage.
        failures += 1;
        const restMs = backoff(failures, { firstMs: FIRST_REST_MS, longestMs: MAX_REST_MS });
        await new WakeSignal().wait(Math.max(restMs, this.intervalMs()), signal);
      }
    }
  }
}
