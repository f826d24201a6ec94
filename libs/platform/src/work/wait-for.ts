export type WaitResult<T> = { kind: 'arrived'; value: T } | { kind: 'timed-out' } | { kind: 'aborted' };

/**
 * Waits until `arrive` is called, `timeoutMs` is over (24 days at most, as a timer takes no more), or `signal` aborts.
 * `begin` is called at once unless the signal has aborted; the function that it returns is called when the wait ends.
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
    // It arrived while it began.
    if (isOver) stop();
  });
}
