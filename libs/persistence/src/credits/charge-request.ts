import type { Database } from '../database';
import { addCreditEntries } from './add-credit-entries';
import { type FreeCredits, lockFreeCredits } from './free-credits';

export interface RequestCharge {
  /** Billed once per id. */
  id: string;
  teamId: string;
  apiKeyId: string;
  credits: number;
}

/** Bills a request that has no job. */
export function chargeRequest(database: Database, charge: RequestCharge, at: Date): Promise<void> {
  const { id, teamId, apiKeyId, credits } = charge;
  const entry = { id, teamId, apiKeyId, jobId: null, kind: 'request' as const, amount: -credits, note: null };
  return addCreditEntries(database, [entry], at);
}

/** The credits that the team can spend now. Null for an unlimited team. */
export function readFreeCredits(database: Database, teamId: string): Promise<FreeCredits | null> {
  return database.$transaction((transaction) => lockFreeCredits(transaction, teamId));
}
