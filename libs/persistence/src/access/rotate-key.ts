import type { Database } from '../database';
import { type Actor, noteChange } from '../note-change';
import { insertKey, type KeyOverview, readKey } from './keys';

export type KeyRotation =
  | { kind: 'unknown' }
  /** Revoked or expired. */
  | { kind: 'invalid'; key: KeyOverview }
  /** The key of a console session, which ends by itself. */
  | { kind: 'session' }
  /** A key of TEAMS_FILE, whose next application would undo the expiry. */
  | { kind: 'declared' }
  | { kind: 'rotated'; key: KeyOverview; secret: string; previous: KeyOverview };

export interface RotateKey {
  id: string;
  /** Time until the previous key expires, unless it expires before. */
  overlapMs: number;
  /** Expiry of the new key. Default: the lifetime of the previous key from now, or none if that had none. */
  expiresAt?: Date | undefined;
}

/** Adds a key with the name, rights and networks of another, which expires after the overlap. */
export function rotateKey(
  database: Database,
  actor: Actor,
  { id, overlapMs, expiresAt }: RotateKey,
): Promise<KeyRotation> {
  return database.$transaction(async (transaction) => {
    const [row] = await transaction.$queryRaw<
      { isValid: boolean; isSession: boolean; isDeclared: boolean; nextExpiry: Date | null; previousExpiry: Date }[]
    >`
      SELECT k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now()) AS "isValid",
             EXISTS (SELECT FROM console_sessions s WHERE s.key_id = k.id) AS "isSession",
             k.is_declared AS "isDeclared",
             now() + (k.expires_at - k.created_at) AS "nextExpiry",
             least(k.expires_at, now() + ${overlapMs}::float8 * interval '1 millisecond') AS "previousExpiry"
      FROM api_keys k WHERE k.id = ${id}::uuid FOR UPDATE`;
    const before = row && (await readKey(transaction, id));
    if (row === undefined || before === undefined) return { kind: 'unknown' };
    if (!row.isValid) return { kind: 'invalid', key: before };
    if (row.isSession) return { kind: 'session' };
    if (row.isDeclared) return { kind: 'declared' };
    const { teamId, name, rights, networks } = before;
    const next = { teamId, name, rights, networks, expiresAt: expiresAt ?? row.nextExpiry ?? undefined };
    const added = (await insertKey(transaction, actor, next))!;
    await transaction.$executeRaw`
      UPDATE api_keys SET expires_at = ${row.previousExpiry}::timestamptz WHERE id = ${id}::uuid`;
    await noteChange(transaction, actor, {
      action: 'key.rotate',
      teamId,
      target: id,
      changes: {
        expiresAt: { before: before.expiresAt?.toISOString() ?? null, after: row.previousExpiry.toISOString() },
        next: { before: null, after: added.key.id },
      },
    });
    return { kind: 'rotated', ...added, previous: (await readKey(transaction, id))! };
  });
}
