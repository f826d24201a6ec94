import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Database } from '../database';
import { type Actor, created, noteChange } from '../note-change';

/** Keys travel as a WebSocket subprotocol too, so they hold HTTP token characters only. */
export function generateApiKey(): string {
  return `ow-${randomBytes(24).toString('hex')}`;
}

/** What is stored of a key. Keys are random, so a plain hash cannot be searched for. */
export function hashApiKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

/** Makes the team when there is none of that name. Idempotent, also for processes that start at once. */
export async function ensureTeam(database: Database, name: string): Promise<{ id: string }> {
  // Prisma's upsert looks first and inserts then, and two gateways that start together would collide.
  await database.team.createMany({ data: [{ id: randomUUID(), name }], skipDuplicates: true });
  return database.team.findUniqueOrThrow({ where: { name }, select: { id: true } });
}

/**
 * Makes `key` valid for the team of that name. Idempotent; a key that was revoked stays revoked. What it makes of the
 * two is written down as made by `actor`.
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
