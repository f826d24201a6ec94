import type { Transaction } from '../database';
import { type Actor, noteChange } from '../note-change';

/** Maximum offsets in an audit entry. */
const MAX_NOTED = 1000;

/** Records replayed dead letters in the audit log, one entry per topic. */
export async function noteReplay(
  database: Pick<Transaction, '$executeRaw'>,
  actor: Actor,
  replayed: readonly { offset: string; topic: string }[],
): Promise<void> {
  for (const topic of new Set(replayed.map((letter) => letter.topic))) {
    const offsets = replayed.filter((letter) => letter.topic === topic).map(({ offset }) => offset);
    await noteChange(database, actor, {
      action: 'dead-letters.replay',
      teamId: null,
      target: topic,
      changes: {
        offsets: { before: null, after: offsets.slice(0, MAX_NOTED) },
        count: { before: null, after: offsets.length },
      },
    });
  }
}
