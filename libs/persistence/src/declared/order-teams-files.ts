import { hash } from 'node:crypto';
import type { Transaction } from '../database';
import type { DeclaredTeams } from './declared-teams';

/** Older contents may be applied again, which needs more replicas with different copies than any rollout has. */
const MAX_REMEMBERED = 1_000;

/** SHA-256 over what a teams file declares, with the hashes of its keys. */
export const digestOfTeams = (declared: DeclaredTeams): string => hash('sha256', JSON.stringify(declared));

/**
 * Where a content comes from. `command`: an operator applies it now. `file`: a process has read it; `replaces`: the
 * digest of the content that it had read before, absent at start. `pruning`: a process has applied it some time ago.
 */
export type TeamsFileSource =
  | { from: 'command' }
  | { from: 'file'; replaces?: string | undefined }
  | { from: 'pruning' };

export type TeamsFileRefusal =
  /** The generation of the last applied content is higher. */
  | 'lower-generation'
  /** The content was applied earlier and replaced by another: this copy is older. */
  | 'superseded';

interface Applied {
  digest: string;
  generation: number;
}

/**
 * Makes a content the last one, or refuses an older copy. A content that was applied before becomes the last one again
 * only if an operator applies it or the file of a process changes from the last one to it. The caller holds the lock.
 */
export async function admitTeamsFile(
  transaction: Transaction,
  declared: DeclaredTeams,
  source: TeamsFileSource,
): Promise<TeamsFileRefusal | undefined> {
  const { generation = 0 } = declared;
  const digest = digestOfTeams(declared);
  const [last] = await transaction.$queryRaw<Applied[]>`
    SELECT digest, generation FROM applied_teams_files ORDER BY sequence DESC LIMIT 1`;
  if (last?.digest === digest) return undefined;
  if (source.from === 'pruning') return 'superseded';
  if (last !== undefined && source.from === 'file') {
    if (generation < last.generation) return 'lower-generation';
    const isRollback = source.replaces === last.digest || generation > last.generation;
    if (!isRollback && (await isKnown(transaction, digest))) return 'superseded';
  }
  await transaction.$executeRaw`
    INSERT INTO applied_teams_files (sequence, digest, generation)
    SELECT coalesce(max(sequence), 0) + 1, ${digest}, ${generation}::int FROM applied_teams_files
    ON CONFLICT (digest) DO UPDATE
      SET sequence = EXCLUDED.sequence, generation = EXCLUDED.generation, applied_at = now()`;
  await transaction.$executeRaw`
    DELETE FROM applied_teams_files
    WHERE sequence <= (SELECT max(sequence) FROM applied_teams_files) - ${MAX_REMEMBERED}::int`;
  return undefined;
}

async function isKnown(transaction: Transaction, digest: string): Promise<boolean> {
  const rows = await transaction.$queryRaw<unknown[]>`
    SELECT 1 FROM applied_teams_files WHERE digest = ${digest}`;
  return rows.length > 0;
}
