import { waitFor } from './wait-for';

/** Wakes a loop before its time. A signal that is set while nothing waits is kept for the next wait. */
export class WakeSignal {
  private isSet = false;
  private wake: (() => void) | undefined;

  set(): void {
    this.isSet = true;
    this.wake?.();
  }

  /** Resolves when the signal is set, at once when it is set already, after `timeoutMs`, or when `signal` aborts. */
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
