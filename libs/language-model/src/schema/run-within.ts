import { createContext, Script } from 'node:vm';

export class TookTooLongError extends Error {
  override readonly name = 'TookTooLongError';
}

// Shared because creating a context takes a millisecond.
const context: { work?: () => unknown } = createContext({});
const call = new Script('work()');

/**
 * Runs untrusted synchronous work and interrupts it after `limitMs`. Blocks the event loop. The work must not leave
 * partial changes.
 */
export function runWithin<T>(limitMs: number, work: () => T): T {
  try {
    context.work = work;
    return call.runInContext(context, { timeout: limitMs }) as T;
  } catch (error) {
    if ((error as NodeJS.ErrnoException | null)?.code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    throw new TookTooLongError(`time limit of ${limitMs} ms exceeded`);
  } finally {
    delete context.work;
  }
}
