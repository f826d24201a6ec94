import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Database } from '../database';

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
 * Makes `key` valid for the team of that name. Idempotent; a key that was revoked stays revoked.
 */
export async function ensureApiKey(
  database: Database,
  { key, team, name }: { key: string; team: string; name: string },
): Promise<{ id: string }> {
  const { id: teamId } = await ensureTeam(database, team);
  const hash = hashApiKey(key);
  await database.apiKey.createMany({ data: [{ id: randomUUID(), teamId, name, hash }], skipDuplicates: true });
  return database.apiKey.findUniqueOrThrow({ where: { hash }, select: { id: true } });
}
