import { waitFor } from './wait-for';

/** Wakes a waiting loop. A signal without a waiter is kept for the next wait. */
export class WakeSignal {
  private isSet = false;
  private wake: (() => void) | undefined;

  set(): void {
    this.isSet = true;
    this.wake?.();
  }

  /** Resolves on the signal (at once if already set), after `timeoutMs` or when `signal` aborts. */
  async wait(timeoutMs: number, signal: AbortSignal): Promise<void> {
    if (!this.isSet) {
      const begin = (arrive: (value: undefined) => void) => {
        this.wake = () => arrive(undefined);
        return () => {
          this.wake = undefined;
        };
      };
      await waitFor(begin, { timeoutMs, signal });
    }
    this.isSet = false;
  }
}
