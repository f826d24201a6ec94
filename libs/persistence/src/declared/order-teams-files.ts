import type { Queryable, Transaction } from '../database';
import type { DeclaredTeams } from './declared-teams';

/** Older contents may be applied again, which needs more replicas with different copies than any rollout has. */
const MAX_REMEMBERED = 1_000;

export type TeamsFileRefusal =
  /** The generation of the last applied content is higher. */
  | 'lower-generation'
  /** The content was applied earlier and replaced by another: this copy is older. */
  | 'superseded';

type Content = Pick<DeclaredTeams, 'digest' | 'generation'>;

/**
 * Makes the content that a process has read the last one, or refuses an older copy. A content that was applied before
 * becomes the last one again only if the file of a process changes from the last one to it.
 * @param replaces digest of the content that the process had read before; absent at start. The caller holds the lock.
 */
export async function admitTeamsFile(
  transaction: Transaction,
  content: Content,
  replaces: string | undefined,
): Promise<TeamsFileRefusal | undefined> {
  const { digest, generation = 0 } = content;
  const last = await readLast(transaction);
  if (last !== undefined && last.digest !== digest) {
    if (generation < last.generation) return 'lower-generation';
    const isRollback = replaces === last.digest || generation > last.generation;
    if (!isRollback && (await isKnown(transaction, digest))) return 'superseded';
  }
  await recordTeamsFile(transaction, content);
  return undefined;
}

/** Makes a content the last one. The caller holds the lock. */
export async function recordTeamsFile(transaction: Transaction, { digest, generation = 0 }: Content): Promise<void> {
  if ((await readLastTeamsDigest(transaction)) === digest) return;
  await transaction.$executeRaw`
    INSERT INTO applied_teams_files (sequence, digest, generation)
    SELECT coalesce(max(sequence), 0) + 1, ${digest}, ${generation}::int FROM applied_teams_files
    ON CONFLICT (digest) DO UPDATE
      SET sequence = EXCLUDED.sequence, generation = EXCLUDED.generation, applied_at = now()`;
  await transaction.$executeRaw`
    DELETE FROM applied_teams_files
    WHERE sequence <= (SELECT max(sequence) FROM applied_teams_files) - ${MAX_REMEMBERED}::int`;
}

/** Digest of the content that was applied last. */
export const readLastTeamsDigest = async (database: Queryable): Promise<string | undefined> =>
  (await readLast(database))?.digest;

async function readLast(database: Queryable): Promise<{ digest: string; generation: number } | undefined> {
  const rows = await database.$queryRaw<{ digest: string; generation: number }[]>`
    SELECT digest, generation FROM applied_teams_files ORDER BY sequence DESC LIMIT 1`;
  return rows[0];
}

async function isKnown(transaction: Transaction, digest: string): Promise<boolean> {
  const rows = await transaction.$queryRaw<unknown[]>`
    SELECT 1 FROM applied_teams_files WHERE digest = ${digest}`;
  return rows.length > 0;
}
