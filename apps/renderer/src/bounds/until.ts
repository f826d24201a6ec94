import { unlessAborted } from '@orbweaver/core';

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
    return await unlessAborted(clock.signal, work);
  } finally {
    clearTimeout(timer);
  }
}

/** Resolves after `delayMs`; rejects with the signal's reason when it aborts before. */
export async function pause(delayMs: number, signal: AbortSignal): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  try {
    await unlessAborted(
      signal,
      new Promise<void>((resolve) => {
        timer = setTimeout(resolve, delayMs);
      }),
    );
  } finally {
    clearTimeout(timer);
  }
}
