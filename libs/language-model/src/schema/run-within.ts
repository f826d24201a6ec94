import { createContext, Script } from 'node:vm';

/** The work did not end in time and was stopped. */
export class TookTooLongError extends Error {
  override readonly name = 'TookTooLongError';
}

// Making a context takes a millisecond, so all calls share one.
const context: { work?: () => unknown } = createContext({});
const call = new Script('work()');

/**
 * Runs synchronous work that a stranger made up, and stops it after `limitMs`, wherever it is: the event loop waits for
 * it meanwhile. The work must leave nothing half-done behind.
 */
export function runWithin<T>(limitMs: number, work: () => T): T {
  try {
    context.work = work;
    return call.runInContext(context, { timeout: limitMs }) as T;
  } catch (error) {
    if ((error as NodeJS.ErrnoException | null)?.code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    throw new TookTooLongError(`stopped after ${limitMs} ms`);
  } finally {
    delete context.work;
  }
}
