import { readWebhookSecretVersions, type WebhookSecretVersions } from '../access/webhook-secrets';
import type { Database } from '../database';
import { type Actor, noteChange } from '../note-change';
import { lockTeam } from './change-teams';

/**
 * Rotates a team's webhook secret. Deliveries are also signed with the previous secret for `overlapMs`; older secrets
 * become invalid. Undefined for an unknown team.
 */
export function rotateWebhookSecret(
  database: Database,
  actor: Actor,
  { id, overlapMs }: { id: string; overlapMs: number },
): Promise<WebhookSecretVersions | undefined> {
  return database.$transaction(async (transaction) => {
    if (!(await lockTeam(transaction, id))) return undefined;
    const before = await readWebhookSecretVersions(transaction, id);
    await transaction.$executeRaw`
      UPDATE teams SET webhook_secret_version = webhook_secret_version + 1,
                       previous_webhook_secret_until = CASE WHEN ${overlapMs}::float8 > 0
                         THEN now() + ${overlapMs}::float8 * interval '1 millisecond' END
      WHERE id = ${id}::uuid`;
    const after = await readWebhookSecretVersions(transaction, id);
    if (before === undefined || after === undefined) return undefined;
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
  });
}

const iso = (time: Date | null) => time?.toISOString() ?? null;
