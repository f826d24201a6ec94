import { hkdfSync } from 'node:crypto';
import type { Queryable } from '../database';

/** Which secrets sign the webhook deliveries of a team. The secrets themselves are derived and never stored. */
export interface WebhookSecretVersions {
  /** Counts up with each rotation. 0: WEBHOOK_SECRET itself, for teams from before secrets of teams. */
  version: number;
  /** Until then deliveries are signed with the version before as well; null: they are not. */
  previousUntil: Date | null;
}

/**
 * A secret of a team: HKDF-SHA256 of WEBHOOK_SECRET over team and version, written as Standard Webhooks does
 * (`whsec_` and the base64 of 32 bytes). Version 0 is WEBHOOK_SECRET itself.
 */
export function webhookSecretOf(master: string, teamId: string, version: number): string {
  if (version === 0) return master;
  const info = `orbweaver webhook secret ${teamId.toLowerCase()} ${version}`;
  return `whsec_${Buffer.from(hkdfSync('sha256', master, '', info, 32)).toString('base64')}`;
}

/** The valid secrets of a team. `secret` is null for version 0: WEBHOOK_SECRET itself is given to no team. */
export interface TeamWebhookSecrets {
  version: number;
  secret: string | null;
  previous: { version: number; secret: string | null; validUntil: Date } | null;
}

export function teamWebhookSecrets(
  master: string,
  teamId: string,
  { version, previousUntil }: WebhookSecretVersions,
): TeamWebhookSecrets {
  const secretOf = (of: number) => (of === 0 ? null : webhookSecretOf(master, teamId, of));
  const before = version - 1;
  return {
    version,
    secret: secretOf(version),
    previous: previousUntil && { version: before, secret: secretOf(before), validUntil: previousUntil },
  };
}

/** Teams whose deliveries are signed with WEBHOOK_SECRET itself. */
export async function countTeamsOfSharedSecret(database: Queryable): Promise<number> {
  const rows = await database.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM teams WHERE webhook_secret_version = 0`;
  return rows[0]?.count ?? 0;
}

/** Undefined when there is no such team. An overlap that has ended is null. */
export async function readWebhookSecretVersions(
  database: Queryable,
  teamId: string,
): Promise<WebhookSecretVersions | undefined> {
  const rows = await database.$queryRaw<WebhookSecretVersions[]>`
    SELECT webhook_secret_version AS version,
           CASE WHEN previous_webhook_secret_until > now() THEN previous_webhook_secret_until END AS "previousUntil"
    FROM teams WHERE id = ${teamId}::uuid`;
  return rows[0];
}
