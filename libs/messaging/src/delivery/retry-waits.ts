/** Cancellable waits, for when another consumer takes over the messages. */
export class RetryWaits {
  private readonly waits = new Map<NodeJS.Timeout, (inTime: boolean) => void>();
  private over = false;

  wait(ms: number): Promise<boolean> {
    if (this.over) return Promise.resolve(false);
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.waits.delete(timer);
        resolve(true);
      }, ms);
      this.waits.set(timer, resolve);
    });
  }

  get hasEnded(): boolean {
    return this.over;
  }

  end(): void {
    this.over = true;
    for (const [timer, resolve] of this.waits) {
      clearTimeout(timer);
      resolve(false);
    }
    this.waits.clear();
  }
}
