import { AsyncLocalStorage } from 'node:async_hooks';

const scope = new AsyncLocalStorage<boolean>();

/**
 * Runs work on a page with zeroDataRetention. Whatever it calls, and what it leaves behind to run later, is in the
 * scope: the log redacts errors and names no place there.
 */
export function runEphemeral<T>(work: () => T): T {
  return scope.run(true, work);
}

/** Runs work that many pages share and one of them happens to begin: a queue, a batch, a browser. */
export function leaveEphemeral<T>(work: () => T): T {
  return scope.run(false, work);
}

export function isEphemeral(): boolean {
  return scope.getStore() === true;
}
