/**
 * Settles like `work`, or rejects with the signal's reason as soon as it aborts, whichever is first. `work` itself goes
 * on: the code that aborts must also release what `work` uses.
 */
export async function until<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
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

/**
 * A signal of its own that aborts with `signal`, for one of many concurrent waits: the frames of one page would
 * otherwise add up to a crowd of listeners that looks like a leak.
 */
export const ownSignal = (signal: AbortSignal): AbortSignal => AbortSignal.any([signal]);

/** A call got no answer in time: the other side hangs. */
export class CallTimedOut extends Error {
  override readonly name = 'CallTimedOut';
}

/** Settles like `work`, or rejects with CallTimedOut after `limitMs`. */
export async function within<T>(limitMs: number, what: string, work: Promise<T>): Promise<T> {
  const clock = new AbortController();
  const timer = setTimeout(() => clock.abort(new CallTimedOut(`${what}: no answer in ${limitMs} ms`)), limitMs);
  try {
    return await until(clock.signal, work);
  } finally {
    clearTimeout(timer);
  }
}

/** Resolves after `delayMs`; rejects with the signal's reason when it aborts before. */
export async function pause(delayMs: number, signal: AbortSignal): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  try {
    await until(
      signal,
      new Promise<void>((resolve) => {
        timer = setTimeout(resolve, delayMs);
      }),
    );
  } finally {
    clearTimeout(timer);
  }
}
