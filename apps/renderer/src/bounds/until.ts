/**
 * Settles like `work`, or rejects with the signal's reason as soon as it aborts, whichever is first.
 * `work` goes on: whoever aborts must also take away what it works on.
 */
export async function until<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  // Nobody looks at the work any more once the signal won: its failure must not count as unhandled.
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
 * A signal that aborts when `signal` does, for one of many things that are done at once: what waits for it listens
 * here. Else the frames of one page would add up to a crowd of listeners that looks like a leak.
 */
export const ownSignal = (signal: AbortSignal): AbortSignal => AbortSignal.any([signal]);

/** A call that should have answered long ago: the other side hangs. */
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
