import { hkdfSync } from 'node:crypto';
import type { Queryable } from '../database';
import { decryptWebhookSecret, WebhookSecretUnreadable } from './encrypt-webhook-secret';

/** Versions of a team's webhook signing secrets. Each is derived, or declared by TEAMS_FILE and stored encrypted. */
export interface WebhookSecretVersions {
  /** Incremented by each rotation. 0: WEBHOOK_SECRET itself, for teams from before team secrets. */
  version: number;
  /** See encryptWebhookSecret; null: derived. */
  encrypted: string | null;
  /** Until then deliveries are also signed with the previous version; null: no overlap. */
  previousUntil: Date | null;
  previousEncrypted: string | null;
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

type SigningVersions = Omit<WebhookSecretVersions, 'previousUntil'> & { signsWithPrevious: boolean };

/**
 * The secrets that sign deliveries of a team, the current one first. A previous one that was stored under another
 * WEBHOOK_SECRET is omitted. @throws WebhookSecretUnreadable for the current one
 */
export function signingSecrets(
  master: string,
  teamId: string,
  { version, encrypted, previousEncrypted, signsWithPrevious }: SigningVersions,
): string[] {
  const current = secretOf(master, teamId, version, encrypted);
  const previous = signsWithPrevious ? readableSecret(master, teamId, version - 1, previousEncrypted) : undefined;
  return previous === undefined ? [current] : [current, previous];
}

const secretOf = (master: string, teamId: string, version: number, encrypted: string | null): string =>
  encrypted === null ? webhookSecretOf(master, teamId, version) : decryptWebhookSecret(master, teamId, encrypted);

/** Undefined for a secret that was stored under another WEBHOOK_SECRET. */
export function readableSecret(
  master: string,
  teamId: string,
  version: number,
  encrypted: string | null,
): string | undefined {
  try {
    return secretOf(master, teamId, version, encrypted);
  } catch (error) {
    if (error instanceof WebhookSecretUnreadable) return undefined;
    throw error;
  }
}

/** The valid secrets of a team. `secret` is null for version 0, because WEBHOOK_SECRET is never disclosed. */
export interface TeamWebhookSecrets {
  version: number;
  secret: string | null;
  /** Whether TEAMS_FILE declares the current secret. */
  isDeclared: boolean;
  previous: { version: number; secret: string | null; validUntil: Date } | null;
}

/** @throws WebhookSecretUnreadable for the current secret */
export function teamWebhookSecrets(
  master: string,
  teamId: string,
  { version, encrypted, previousUntil, previousEncrypted }: WebhookSecretVersions,
): TeamWebhookSecrets {
  const isOfInstallation = (of: number, by: string | null) => of === 0 && by === null;
  const before = version - 1;
  const previous = readableSecret(master, teamId, before, previousEncrypted);
  return {
    version,
    secret: isOfInstallation(version, encrypted) ? null : secretOf(master, teamId, version, encrypted),
    isDeclared: encrypted !== null,
    previous:
      previousUntil === null || previous === undefined
        ? null
        : {
            version: before,
            secret: isOfInstallation(before, previousEncrypted) ? null : previous,
            validUntil: previousUntil,
          },
  };
}

export async function countTeamsOfSharedSecret(database: Queryable): Promise<number> {
  const rows = await database.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM teams WHERE webhook_secret_version = 0 AND encrypted_webhook_secret IS NULL`;
  return rows[0]?.count ?? 0;
}

/** Undefined for an unknown team. An expired overlap is null. */
export async function readWebhookSecretVersions(
  database: Queryable,
  teamId: string,
): Promise<WebhookSecretVersions | undefined> {
  const rows = await database.$queryRaw<WebhookSecretVersions[]>`
    SELECT webhook_secret_version AS version, encrypted_webhook_secret AS encrypted,
           CASE WHEN previous_webhook_secret_until > now() THEN previous_webhook_secret_until END AS "previousUntil",
           previous_encrypted_webhook_secret AS "previousEncrypted"
    FROM teams WHERE id = ${teamId}::uuid`;
  return rows[0];
}
