/** Wakes a loop before its time. A ring that nobody waits for is kept for the next wait. */
export class WakeSignal {
  private isSet = false;
  private wake: (() => void) | undefined;

  set(): void {
    this.isSet = true;
    this.wake?.();
  }

  /** Resolves at the next ring, after `timeoutMs`, or when `signal` aborts; at once when it has rung already. */
  async wait(timeoutMs: number, signal: AbortSignal): Promise<void> {
    if (!this.isSet && !signal.aborted) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(() => done(), timeoutMs);
        const done = () => {
          clearTimeout(timer);
          signal.removeEventListener('abort', done);
          resolve();
        };
        this.wake = done;
        signal.addEventListener('abort', done, { once: true });
      });
      this.wake = undefined;
    }
    this.isSet = false;
  }
}
