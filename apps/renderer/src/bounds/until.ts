import { unlessAborted } from '@orbweaver/core';

/** A separate signal for one of many concurrent waits: their listeners on one signal would look like a leak. */
export const ownSignal = (signal: AbortSignal): AbortSignal => AbortSignal.any([signal]);

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
