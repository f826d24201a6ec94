/** Shares reads among concurrent callers. Calls during a running read share the next one, so no caller gets stale data. */
export class SingleFlight<T> {
  private readonly running = new Map<string, { current: Promise<unknown>; next?: Promise<T> }>();

  read(key: string, read: () => Promise<T>): Promise<T> {
    const run = this.running.get(key);
    if (run === undefined) return this.begin(key, read);
    run.next ??= run.current.then(() => this.begin(key, read));
    return run.next;
  }

  private begin(key: string, read: () => Promise<T>): Promise<T> {
    const reading = read();
    // Only the callers of this read get its error.
    const run: { current: Promise<unknown>; next?: Promise<T> } = { current: reading.catch(() => undefined) };
    this.running.set(key, run);
    void run.current.then(() => {
      if (run.next === undefined) this.running.delete(key);
    });
    return reading;
  }
}
