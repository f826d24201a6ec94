import type { PageView } from '../page-view';
import { INVARIANTS } from './invariants';

/** Blocks that one invariant keeps may matter to another: a kept list needs its heading. */
const MAX_ROUNDS = 3;

/**
 * Keeps the blocks that the kept blocks require. In each round every invariant reads the result of the round before, so
 * their order has no effect. `kept`, by block: 1 is kept.
 */
export function completeStructure(page: PageView, kept: Uint8Array, invariants = INVARIANTS): void {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const before = kept.slice();
    for (const { apply } of invariants) {
      const completed = before.slice();
      apply(page, completed);
      addTo(kept, completed);
    }
    if (Buffer.compare(before, kept) === 0) return;
  }
}

function addTo(kept: Uint8Array, completed: Uint8Array): void {
  for (let index = 0; index < kept.length; index++) if (completed[index] === 1) kept[index] = 1;
}
