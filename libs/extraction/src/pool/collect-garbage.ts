import { makeExamples } from './living-examples';

/** For later collections as well: V8 has one when the heap grows again. */
const alive: unknown[] = [];

/**
 * Gives back what pages have left behind in this thread, and keeps what V8 has compiled. Some 35 ms. The thread was started
 * after `--expose-gc` was set.
 */
export function collectGarbage(): void {
  alive[0] = makeExamples();
  globalThis.gc?.();
  // From Node 22 on, V8 keeps the pages of a heap that has shrunk, 60 to 100 MB a thread, until it hears this.
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
