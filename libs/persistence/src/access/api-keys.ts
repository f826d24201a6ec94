import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Database } from '../database';
import { type Actor, created, noteChange } from '../note-change';

/** Keys are also sent as a WebSocket subprotocol, so they consist of HTTP token characters. */
export function generateApiKey(): string {
  return `ow-${randomBytes(24).toString('hex')}`;
}

/** The stored form of a key. Keys are random, so a plain hash is safe. */
export function hashApiKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

/** Creates the team if missing. Idempotent, also concurrently. */
export async function ensureTeam(database: Database, name: string): Promise<{ id: string }> {
  // Prisma's upsert is not atomic: two starting gateways would collide.
  await database.team.createMany({ data: [{ id: randomUUID(), name }], skipDuplicates: true });
  return database.team.findUniqueOrThrow({ where: { name }, select: { id: true } });
}

/**
 * Activates `key` for the team. Idempotent; a revoked key remains revoked. Records created teams and keys in the audit
 * log with `actor`.
 */
export async function ensureApiKey(
  database: Database,
  { key, team, name, actor }: { key: string; team: string; name: string; actor: Actor },
): Promise<{ id: string; isRevoked: boolean }> {
  const [newTeamId, newId, hash] = [randomUUID(), randomUUID(), hashApiKey(key)];
  await database.$transaction(async (transaction) => {
    const teams = await transaction.$executeRaw`
      INSERT INTO teams (id, name) VALUES (${newTeamId}::uuid, ${team}) ON CONFLICT (name) DO NOTHING`;
    if (teams > 0) {
      await noteChange(transaction, actor, {
        action: 'team.add',
        teamId: newTeamId,
        target: newTeamId,
        changes: created({ name: team }),
      });
    }
    const [made] = await transaction.$queryRaw<{ teamId: string; rights: string[] }[]>`
      INSERT INTO api_keys (id, team_id, name, hash)
      SELECT ${newId}::uuid, id, ${name}, ${hash} FROM teams WHERE name = ${team}
      ON CONFLICT (hash) DO NOTHING
      RETURNING team_id AS "teamId", rights`;
    if (made === undefined) return;
    const { teamId, rights } = made;
    await noteChange(transaction, actor, {
      action: 'key.add',
      teamId,
      target: newId,
      changes: created({ name, rights }),
    });
  });
  const { id, revokedAt } = await database.apiKey.findUniqueOrThrow({ where: { hash } });
  return { id, isRevoked: revokedAt !== null };
}
