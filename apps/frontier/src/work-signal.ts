/**
 * Tells a loop that there may be something to do, without saying what: raised after commits, heard at once in this
 * process and by the ticks of the others. Any number of raises before the loop looks are one.
 */
export class WorkSignal {
  private raised = false;
  private release: (() => void) | undefined;

  raise(): void {
    this.raised = true;
    this.release?.();
  }

  /** Resolves when the signal was raised since the last wait, or after `timeoutMs`. */
  async wait(timeoutMs: number): Promise<void> {
    if (!this.raised) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, timeoutMs);
        this.release = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      this.release = undefined;
    }
    this.raised = false;
  }
}
