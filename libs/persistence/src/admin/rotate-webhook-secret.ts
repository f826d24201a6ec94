import type { DeclaredWebhookSecret } from '../access/declared-webhook-secret';
import { readWebhookSecretVersions, type WebhookSecretVersions } from '../access/webhook-secrets';
import type { Database, Transaction } from '../database';
import { type Actor, noteChange } from '../note-change';
import { lockTeam } from './change-teams';

export type WebhookSecretRotation =
  | { kind: 'unknown' }
  /** TEAMS_FILE declares the secret, and its next application would undo the rotation. */
  | { kind: 'declared' }
  | { kind: 'rotated'; versions: WebhookSecretVersions };

/**
 * Rotates a team's derived webhook secret. Deliveries are also signed with the previous secret for `overlapMs`; older
 * secrets become invalid.
 */
export function rotateWebhookSecret(
  database: Database,
  actor: Actor,
  { id, overlapMs }: { id: string; overlapMs: number },
): Promise<WebhookSecretRotation> {
  return database.$transaction(async (transaction) => {
    if (!(await lockTeam(transaction, id))) return { kind: 'unknown' };
    const before = await readWebhookSecretVersions(transaction, id);
    if (before === undefined) return { kind: 'unknown' };
    if (before.encrypted !== null) return { kind: 'declared' };
    const versions = await replaceWebhookSecret(transaction, actor, { id, overlapMs });
    return versions === undefined ? { kind: 'unknown' } : { kind: 'rotated', versions };
  });
}

/**
 * Increments the version. Without a declared secret, the next one is derived. There is no overlap with a secret that is
 * equal or was stored under another WEBHOOK_SECRET.
 */
export async function replaceWebhookSecret(
  transaction: Transaction,
  actor: Actor,
  { id, overlapMs, declared }: { id: string; overlapMs: number; declared?: DeclaredWebhookSecret | undefined },
): Promise<WebhookSecretVersions | undefined> {
  const before = await readWebhookSecretVersions(transaction, id);
  if (before === undefined) return undefined;
  const overlaps = overlapMs > 0 && declared?.mayOverlap(id, before) !== false;
  await transaction.$executeRaw`
    UPDATE teams SET webhook_secret_version = webhook_secret_version + 1,
                     encrypted_webhook_secret = ${declared?.encryptFor(id) ?? null},
                     previous_encrypted_webhook_secret = CASE WHEN ${overlaps} THEN encrypted_webhook_secret END,
                     previous_webhook_secret_until = CASE WHEN ${overlaps}
                       THEN now() + ${overlapMs}::float8 * interval '1 millisecond' END
    WHERE id = ${id}::uuid`;
  const after = await readWebhookSecretVersions(transaction, id);
  if (after === undefined) return undefined;
  await noteChange(transaction, actor, {
    action: 'team.rotate-webhook-secret',
    teamId: id,
    target: id,
    changes: {
      webhookSecretVersion: { before: before.version, after: after.version },
      previousWebhookSecretUntil: { before: iso(before.previousUntil), after: iso(after.previousUntil) },
    },
  });
  return after;
}

const iso = (time: Date | null) => time?.toISOString() ?? null;
