import { type KeyRight, type TeamLimits, teamLimitNames } from '@orbweaver/core';
import { compareHosts } from '../admin/compare-hosts';
import type { Queryable } from '../database';
import { teamLimitsOf } from '../limits/team-limit-columns';
import type { FieldChanges } from '../note-change';
import type { DeclaredKey, DeclaredTeam, DeclaredTeams, TeamChange } from './declared-teams';

interface StoredTeam extends TeamLimits {
  id: string;
  name: string;
  isDisabled: boolean;
  declaredCredits: number;
  allowedHosts: string[];
  closedHosts: string[];
  webhookSecretVersion: number;
  encryptedWebhookSecret: string | null;
}

interface StoredKey {
  id: string;
  teamId: string;
  team: string;
  name: string;
  hash: string;
  rights: KeyRight[];
  networks: string[];
  expiresAt: Date | null;
  isRevoked: boolean;
}

/** The differences between the file and the database, in the order in which they are applied. */
export async function compareTeams(
  database: Queryable,
  declared: Pick<DeclaredTeams, 'prune' | 'teams'>,
): Promise<TeamChange[]> {
  const { names, hashes } = identitiesOf(declared);
  const teams = await database.$queryRaw<StoredTeam[]>`
    SELECT t.id, t.name, t.disabled_at IS NOT NULL AS "isDisabled", t.declared_credits AS "declaredCredits",
           t.allowed_hosts AS "allowedHosts", t.closed_hosts AS "closedHosts",
           t.webhook_secret_version AS "webhookSecretVersion", t.encrypted_webhook_secret AS "encryptedWebhookSecret",
           ${teamLimitsOf('t')}
    FROM teams t WHERE t.name = ANY (${names}::text[])`;
  const keys = await database.$queryRaw<StoredKey[]>`
    SELECT k.id, k.team_id AS "teamId", t.name AS team, k.name, k.hash, k.rights, k.networks,
           k.expires_at AS "expiresAt", k.revoked_at IS NOT NULL AS "isRevoked"
    FROM api_keys k JOIN teams t ON t.id = k.team_id WHERE k.hash = ANY (${hashes}::text[])`;
  const teamsByName = new Map(teams.map((team) => [team.name, team]));
  const keysByHash = new Map(keys.map((key) => [key.hash, key]));
  const changes = declared.teams.flatMap((team) => {
    const stored = teamsByName.get(team.name);
    return [
      ...compareTeam(team, stored),
      ...team.keys.flatMap((key) => compareKey(team.name, stored?.id, key, keysByHash.get(key.hash))),
    ];
  });
  return declared.prune ? [...changes, ...(await findSurplus(database, declared))] : changes;
}

function compareTeam(team: DeclaredTeam, stored: StoredTeam | undefined): TeamChange[] {
  const { name, limits, hosts, isDisabled, credits } = team;
  const opened = compareHosts({ allowed: stored?.allowedHosts ?? [], closed: stored?.closedHosts ?? [] }, hosts);
  const open: TeamChange[] =
    Object.keys(opened).length === 0
      ? []
      : [{ kind: 'set-hosts', team: name, teamId: stored?.id, hosts, changes: opened }];
  const signed = changesOfSecret(team, stored);
  const amount = credits === undefined ? 0 : credits - (stored?.declaredCredits ?? 0);
  const grant: TeamChange[] =
    amount === 0 ? [] : [{ kind: 'grant-credits', team: name, teamId: stored?.id, amount, total: credits! }];
  if (stored === undefined) return [{ kind: 'add-team', team: name, declared: team }, ...open, ...signed, ...grant];
  const changed: FieldChanges = Object.fromEntries(
    teamLimitNames
      .filter((limit) => limits[limit] !== stored[limit])
      .map((limit) => [limit, { before: stored[limit], after: limits[limit] }]),
  );
  return [
    ...(Object.keys(changed).length === 0
      ? []
      : [{ kind: 'set-limits' as const, team: name, teamId: stored.id, limits, changes: changed }]),
    ...open,
    ...signed,
    ...(isDisabled === undefined || isDisabled === stored.isDisabled
      ? []
      : [{ kind: isDisabled ? ('disable-team' as const) : ('enable-team' as const), team: name, teamId: stored.id }]),
    ...grant,
  ];
}

/** Without a declared secret, a derived one remains. */
function changesOfSecret({ name, webhookSecret: secret }: DeclaredTeam, stored: StoredTeam | undefined): TeamChange[] {
  const encrypted = stored?.encryptedWebhookSecret ?? null;
  const version = stored?.webhookSecretVersion ?? 1;
  const isSame =
    secret === undefined ? encrypted === null : secret.isStoredAs(stored?.id ?? '', { version, encrypted });
  if (isSame) return [];
  return [{ kind: 'set-webhook-secret', team: name, teamId: stored?.id, secret }];
}

function compareKey(
  team: string,
  teamId: string | undefined,
  key: DeclaredKey,
  stored: StoredKey | undefined,
): TeamChange[] {
  if (stored === undefined) return [{ kind: 'add-key', team, teamId, key }];
  if (stored.team !== team) return [{ kind: 'conflict', team, key: key.name, reason: 'of-another-team' }];
  if (stored.isRevoked) return [{ kind: 'conflict', team, key: key.name, reason: 'revoked' }];
  const [before, after] = [describeKey(stored), describeKey(key)];
  const changes: FieldChanges = Object.fromEntries(
    (Object.keys(after) as (keyof typeof after)[])
      .filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
      .map((field) => [field, { before: before[field], after: after[field] }]),
  );
  if (Object.keys(changes).length === 0) return [];
  return [{ kind: 'set-key', team, teamId: stored.teamId, keyId: stored.id, key, changes }];
}

const describeKey = ({ name, rights, networks, expiresAt }: Omit<DeclaredKey, 'hash'>) => ({
  name,
  rights: [...rights].sort(),
  networks: [...networks].sort(),
  expiresAt: expiresAt?.toISOString() ?? null,
});

/** Teams and keys that the file created earlier and no longer contains. */
export async function findSurplus(database: Queryable, declared: Pick<DeclaredTeams, 'teams'>): Promise<TeamChange[]> {
  const { names, hashes } = identitiesOf(declared);
  const keys = await database.$queryRaw<{ keyId: string; name: string; team: string }[]>`
    SELECT k.id AS "keyId", k.name, t.name AS team FROM api_keys k JOIN teams t ON t.id = k.team_id
    WHERE k.is_declared AND k.revoked_at IS NULL AND NOT k.hash = ANY (${hashes}::text[])
    ORDER BY t.name, k.created_at`;
  const teams = await database.$queryRaw<{ teamId: string; team: string }[]>`
    SELECT id AS "teamId", name AS team FROM teams
    WHERE is_declared AND disabled_at IS NULL AND NOT name = ANY (${names}::text[]) ORDER BY name`;
  return [
    ...keys.map((key) => ({ kind: 'revoke-key' as const, ...key })),
    ...teams.map((team) => ({ kind: 'disable-team' as const, ...team })),
  ];
}

const identitiesOf = ({ teams }: Pick<DeclaredTeams, 'teams'>) => ({
  names: teams.map(({ name }) => name),
  hashes: teams.flatMap(({ keys }) => keys.map(({ hash }) => hash)),
});
