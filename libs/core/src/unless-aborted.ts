/**
 * Settles like `work`, or rejects with the signal's reason as soon as it aborts, whichever is first. `work` itself goes
 * on: the code that aborts must also release what `work` uses.
 */
export async function unlessAborted<T>(signal: AbortSignal | undefined, work: Promise<T>): Promise<T> {
  if (signal === undefined) return await work;
  // Once the signal won, nothing awaits the work: its failure must not count as unhandled.
  work.catch(() => undefined);
  signal.throwIfAborted();
  let stop = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
