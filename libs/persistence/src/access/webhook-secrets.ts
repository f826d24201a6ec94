import { hkdfSync } from 'node:crypto';
import type { Queryable } from '../database';

/** Versions of a team's webhook signing secrets, which are derived and never stored. */
export interface WebhookSecretVersions {
  /** Incremented by each rotation. 0: WEBHOOK_SECRET itself, for teams from before team secrets. */
  version: number;
  /** Until then deliveries are also signed with the previous version; null: no overlap. */
  previousUntil: Date | null;
}

/**
 * HKDF-SHA256 of WEBHOOK_SECRET over team and version, in the format of Standard Webhooks (`whsec_` and base64 of 32
 * bytes). Version 0 is WEBHOOK_SECRET itself.
 */
export function webhookSecretOf(master: string, teamId: string, version: number): string {
  if (version === 0) return master;
  const info = `orbweaver webhook secret ${teamId.toLowerCase()} ${version}`;
  return `whsec_${Buffer.from(hkdfSync('sha256', master, '', info, 32)).toString('base64')}`;
}

/** The valid secrets of a team. `secret` is null for version 0, because WEBHOOK_SECRET is never disclosed. */
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

export async function countTeamsOfSharedSecret(database: Queryable): Promise<number> {
  const rows = await database.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM teams WHERE webhook_secret_version = 0`;
  return rows[0]?.count ?? 0;
}

/** Undefined for an unknown team. An expired overlap is null. */
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
