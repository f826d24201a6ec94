import { type KeyRight, type TeamHosts, type TeamLimits, teamHostsOf } from '@orbweaver/core';
import { type Database, Prisma } from '../database';
import { teamLimitsOf } from '../limits/team-limit-columns';

export interface Caller extends TeamLimits {
  keyId: string;
  keyName: string;
  rights: KeyRight[];
  /** Networks of clients that may use the key. Empty: all clients. */
  networks: string[];
  teamId: string;
  /** Hosts whose pages the team may visit; undefined: all. */
  hosts?: TeamHosts | undefined;
  isDisabled: boolean;
  isExpired: boolean;
  /** Whether `noteKeyUse` would record a use. */
  isUseDue: boolean;
}

const USE_DUE = Prisma.sql`(last_used_at IS NULL OR last_used_at < now() - interval '1 minute')`;

/** The team of a key's hash (see hashApiKey); undefined for an unknown or revoked key. */
export async function findCaller(database: Database, keyHash: string): Promise<Caller | undefined> {
  const [row] = await database.$queryRaw<(Caller & { allowedHosts: string[]; closedHosts: string[] })[]>`
    SELECT k.id AS "keyId", k.name AS "keyName", k.rights, k.networks, ${USE_DUE} AS "isUseDue", t.id AS "teamId", ${teamLimitsOf('t')},
           t.allowed_hosts AS "allowedHosts", t.closed_hosts AS "closedHosts",
           t.disabled_at IS NOT NULL AS "isDisabled", coalesce(k.expires_at <= now(), false) AS "isExpired"
    FROM api_keys k JOIN teams t ON t.id = k.team_id
    WHERE k.hash = ${keyHash} AND k.revoked_at IS NULL`;
  if (row === undefined) return undefined;
  const { allowedHosts, closedHosts, ...caller } = row;
  return { ...caller, hosts: teamHostsOf(allowedHosts, closedHosts) };
}

/** Records the use of a key, at most once per minute. */
export async function noteKeyUse(database: Database, keyId: string): Promise<void> {
  await database.$executeRaw`
    UPDATE api_keys SET last_used_at = now() WHERE id = ${keyId}::uuid AND ${USE_DUE}`;
}
