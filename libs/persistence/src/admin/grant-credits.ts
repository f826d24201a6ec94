import { addCreditEntries } from '../credits/add-credit-entries';
import { type CreditBalance, readCreditBalance } from '../credits/read-credits';
import type { Database, Transaction } from '../database';
import { type Actor, noteChange } from '../note-change';
import { lockTeam } from './change-teams';

export type CreditGrant =
  | { kind: 'unknown-team' }
  | { kind: 'id-taken' }
  /** `repeated`: the same grant existed, and nothing has changed. */
  | { kind: 'granted' | 'repeated'; balance: CreditBalance };

interface NewGrant {
  id: string;
  teamId: string;
  amount: number;
  note: string | null;
}

export const grantCredits = (database: Database, actor: Actor, grant: NewGrant): Promise<CreditGrant> =>
  database.$transaction((transaction) => insertGrant(transaction, actor, grant));

/** Like `grantCredits`, within a transaction. */
export async function insertGrant(
  transaction: Transaction,
  actor: Actor,
  { id, teamId, amount, note }: NewGrant,
): Promise<CreditGrant> {
  if (!(await lockTeam(transaction, teamId))) return { kind: 'unknown-team' };
  const [known] = await transaction.$queryRaw<{ isSame: boolean }[]>`
    SELECT kind = 'grant' AND team_id = ${teamId}::uuid AND amount = ${amount}::int AS "isSame"
    FROM credit_entries WHERE id = ${id}::uuid`;
  const before = await readCreditBalance(transaction, teamId);
  if (known !== undefined) return known.isSame ? { kind: 'repeated', balance: before } : { kind: 'id-taken' };
  const entry = { id, teamId, apiKeyId: null, jobId: null, kind: 'grant' as const, amount, note };
  const granted = before.granted + amount;
  await noteChange(transaction, actor, {
    action: 'credits.grant',
    teamId,
    target: id,
    changes: {
      granted: { before: before.granted, after: granted },
      ...(note === null ? {} : { note: { before: null, after: note } }),
    },
  });
  // Last, because it locks sums that pages of the team update too.
  await addCreditEntries(transaction, [entry], new Date());
  return { kind: 'granted', balance: await readCreditBalance(transaction, teamId) };
}
