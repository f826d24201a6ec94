/**
 * Reads that many ask for at once. Who asks gets an answer that was read after he asked: while one read is under way,
 * all who come wait for the next one, together.
 */
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
    // Whoever asked hears of a failure; for the next one it is only the end of this read.
    const run: { current: Promise<unknown>; next?: Promise<T> } = { current: reading.catch(() => undefined) };
    this.running.set(key, run);
    void run.current.then(() => {
      if (run.next === undefined) this.running.delete(key);
    });
    return reading;
  }
}
