import { randomUUID } from 'node:crypto';
import type { KeyRight } from '@orbweaver/core';
import { type Database, Prisma, type Queryable, type Transaction } from '../database';
import { type Actor, created, noteChange } from '../note-change';
import { generateApiKey, hashApiKey } from './api-keys';

export interface KeyOverview {
  id: string;
  teamId: string;
  team: string;
  name: string;
  rights: KeyRight[];
  /** Networks of clients that may use the key. Empty: all clients. */
  networks: string[];
  createdAt: Date;
  /** Up to two minutes old. */
  lastUsedAt: Date | null;
  expiresAt: Date | null;
  revokedAt: Date | null;
}

export interface NewKey {
  teamId: string;
  name: string;
  rights: readonly KeyRight[];
  /** Default: all clients. */
  networks?: readonly string[];
  /** Without: the key is valid until it is revoked. */
  expiresAt?: Date | undefined;
}

export interface KeyCursor {
  createdAt: Date;
  id: string;
}

const FIRST: KeyCursor = { createdAt: new Date(0), id: '00000000-0000-0000-0000-000000000000' };

/** Keys are listed for this time after their expiry. */
const LISTED_AFTER_EXPIRY = Prisma.sql`interval '30 days'`;

export interface KeyFilter {
  teamId?: string;
  /** Only keys with a right that concerns their team. */
  areOfTeam?: boolean;
  after?: KeyCursor | undefined;
  limit: number;
}

/** Oldest first, without keys that expired more than 30 days ago. */
export function listKeys(
  database: Database,
  { teamId, areOfTeam = false, after = FIRST, limit }: KeyFilter,
): Promise<KeyOverview[]> {
  return overviewsOf(
    database,
    Prisma.sql`(k.created_at, k.id) > (${after.createdAt}::timestamptz, ${after.id}::uuid)
      AND (${teamId ?? null}::uuid IS NULL OR t.id = ${teamId ?? null}::uuid)
      AND (NOT ${areOfTeam}::boolean OR k.rights <> ARRAY['admin'])
      AND (k.expires_at IS NULL OR k.expires_at > now() - ${LISTED_AFTER_EXPIRY})`,
    limit,
  );
}

const overviewsOf = (database: Queryable, where: Prisma.Sql, limit: number): Promise<KeyOverview[]> =>
  database.$queryRaw<KeyOverview[]>`
    SELECT k.id, k.team_id AS "teamId", t.name AS team, k.name, k.rights, k.networks, k.created_at AS "createdAt",
           k.last_used_at AS "lastUsedAt", k.expires_at AS "expiresAt", k.revoked_at AS "revokedAt"
    FROM api_keys k JOIN teams t ON t.id = k.team_id
    WHERE ${where}
    ORDER BY k.created_at, k.id
    LIMIT ${limit}::int`;

export async function readKey(database: Queryable, id: string): Promise<KeyOverview | undefined> {
  return (await overviewsOf(database, Prisma.sql`k.id = ${id}::uuid`, 1))[0];
}

/** `secret` is the key itself; only its hash is stored. Undefined for an unknown team. */
export const addKey = (
  database: Database,
  actor: Actor,
  key: NewKey,
): Promise<{ key: KeyOverview; secret: string } | undefined> =>
  database.$transaction((transaction) => insertKey(transaction, actor, key));

/** Like `addKey`, within a transaction. @param noted further fields for the audit log */
export async function insertKey(
  transaction: Transaction,
  actor: Actor,
  key: NewKey,
  noted: Record<string, string> = {},
): Promise<{ key: KeyOverview; secret: string } | undefined> {
  const secret = generateApiKey();
  const added = await insertHashedKey(transaction, actor, { ...key, hash: hashApiKey(secret) }, noted);
  return added && { key: added, secret };
}

/** Adds a key of which only the hash is known. Undefined for an unknown team. */
export async function insertHashedKey(
  transaction: Transaction,
  actor: Actor,
  { teamId, name, hash, rights, networks = [], expiresAt }: NewKey & { hash: string },
  noted: Record<string, string> = {},
): Promise<KeyOverview | undefined> {
  const id = randomUUID();
  const count = await transaction.$executeRaw`
    INSERT INTO api_keys (id, team_id, name, hash, rights, networks, expires_at)
    SELECT ${id}::uuid, id, ${name}, ${hash}, ${[...rights]}::text[], ${[...networks]}::text[],
           ${expiresAt ?? null}::timestamptz
    FROM teams WHERE id = ${teamId}::uuid`;
  if (count === 0) return undefined;
  const changes = created({
    name,
    rights,
    ...(networks.length > 0 && { networks }),
    ...(expiresAt && { expiresAt: expiresAt.toISOString() }),
    ...noted,
  });
  await noteChange(transaction, actor, { action: 'key.add', teamId, target: id, changes });
  return readKey(transaction, id);
}

export type KeyRevocation =
  | { kind: 'unknown' }
  | { kind: 'revoked'; key: KeyOverview }
  | { kind: 'revoked-before'; key: KeyOverview };

/** Revokes a key permanently; gateways follow within 20 seconds. */
export function revokeKey(database: Database, actor: Actor, id: string): Promise<KeyRevocation> {
  return database.$transaction((transaction) => markRevoked(transaction, actor, id));
}

/** Like `revokeKey`, within a transaction. */
export async function markRevoked(transaction: Transaction, actor: Actor, id: string): Promise<KeyRevocation> {
  const count = await transaction.$executeRaw`
    UPDATE api_keys SET revoked_at = now() WHERE id = ${id}::uuid AND revoked_at IS NULL`;
  const key = await readKey(transaction, id);
  if (key === undefined) return { kind: 'unknown' };
  if (count === 0) return { kind: 'revoked-before', key };
  await noteChange(transaction, actor, {
    action: 'key.revoke',
    teamId: key.teamId,
    target: id,
    changes: { revoked: { before: false, after: true } },
  });
  return { kind: 'revoked', key };
}
