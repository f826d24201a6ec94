import { setTimeout as delay } from 'node:timers/promises';

/** Whether the work settles in time. It is not interrupted. */
export async function isWithin(timeoutMs: number, work: Promise<unknown>): Promise<boolean> {
  const settled = new AbortController();
  try {
    return await Promise.race([work.then(() => true), delay(timeoutMs, false, { signal: settled.signal })]);
  } finally {
    settled.abort();
  }
}

export type WaitResult<T> = { kind: 'arrived'; value: T } | { kind: 'timed-out' } | { kind: 'aborted' };

/**
 * Waits until `arrive` is called, `timeoutMs` has passed (at most 24 days) or `signal` aborts. Calls `begin` unless the
 * signal has aborted, and its returned function at the end of the wait.
 */
export function waitFor<T>(
  begin: (arrive: (value: T) => void) => () => void,
  { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal },
): Promise<WaitResult<T>> {
  if (signal.aborted) return Promise.resolve({ kind: 'aborted' });
  return new Promise((resolve) => {
    let isOver = false;
    const end = (result: WaitResult<T>) => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      stop?.();
      resolve(result);
    };
    const abort = () => end({ kind: 'aborted' });
    const timer = setTimeout(() => end({ kind: 'timed-out' }), timeoutMs);
    signal.addEventListener('abort', abort, { once: true });
    let stop: (() => void) | undefined;
    stop = begin((value) => end({ kind: 'arrived', value }));
    if (isOver) stop();
  });
}
