import { randomUUID } from 'node:crypto';
import { insertHashedKey, markRevoked } from '../access/keys';
import { changeTeamHosts, changeTeamLimits, makeTeam, markTeamDisabled } from '../admin/change-teams';
import { insertGrant } from '../admin/grant-credits';
import { replaceWebhookSecret } from '../admin/rotate-webhook-secret';
import type { Database, Transaction } from '../database';
import { type Actor, noteChange } from '../note-change';
import { compareTeams } from './compare-teams';
import type { DeclaredTeams, TeamChange } from './declared-teams';
import { admitTeamsFile, type TeamsFileRefusal, type TeamsFileSource } from './order-teams-files';

/** Key of an advisory lock, unique in this database. */
const APPLYING_LOCK = 7_310_550_426;
const NOTE = 'teams file';
/** Of a team whose declared webhook secret is removed. */
const DEFAULT_OVERLAP_MS = 24 * 3_600_000;

export type TeamsApplication =
  /** With conflicts, which are not applied. */
  { kind: 'applied'; changes: TeamChange[] } | { kind: 'refused'; reason: TeamsFileRefusal };

interface ApplyOptions {
  source: TeamsFileSource;
  /** Replaces `prune` of the file, which is part of its identity. */
  prune?: boolean;
}

/**
 * Makes teams and keys as declared, in one transaction and at most one at a time in the cluster, unless the file is an
 * older copy (see admitTeamsFile). Idempotent.
 */
export function applyTeams(
  database: Database,
  actor: Actor,
  declared: DeclaredTeams,
  { source, prune = declared.prune }: ApplyOptions = { source: { from: 'command' } },
): Promise<TeamsApplication> {
  return database.$transaction(async (transaction) => {
    await transaction.$executeRaw`SELECT pg_advisory_xact_lock(${APPLYING_LOCK}::bigint)`;
    const reason = await admitTeamsFile(transaction, declared, source);
    if (reason !== undefined) return { kind: 'refused', reason };
    const changes = await compareTeams(transaction, { ...declared, prune });
    const added = new Map<string, string>();
    for (const change of changes) await applyChange(transaction, actor, change, added);
    return { kind: 'applied', changes };
  });
}

/** @param added ids of added teams by name */
async function applyChange(
  transaction: Transaction,
  actor: Actor,
  change: TeamChange,
  added: Map<string, string>,
): Promise<void> {
  switch (change.kind) {
    case 'add-team': {
      const { name, limits, isDisabled } = change.declared;
      const team = await makeTeam(transaction, actor, { name, limits });
      if (team === undefined) throw new Error(`The team "${name}" was added by another process. Try again`);
      added.set(name, team.id);
      await transaction.$executeRaw`UPDATE teams SET is_declared = true WHERE id = ${team.id}::uuid`;
      if (isDisabled) await markTeamDisabled(transaction, actor, { id: team.id, isDisabled });
      return;
    }
    case 'set-limits':
      await changeTeamLimits(transaction, actor, { id: change.teamId, limits: change.limits });
      return;
    case 'set-hosts': {
      const id = change.teamId ?? added.get(change.team)!;
      await changeTeamHosts(transaction, actor, { id, hosts: change.hosts });
      return;
    }
    case 'set-webhook-secret': {
      const id = change.teamId ?? added.get(change.team)!;
      const { encrypted = null, overlapMs = DEFAULT_OVERLAP_MS } = change.secret ?? {};
      // The derived secret of a new team has not signed anything.
      const isNew = change.teamId === undefined;
      await replaceWebhookSecret(transaction, actor, { id, encrypted, overlapMs: isNew ? 0 : overlapMs });
      return;
    }
    case 'disable-team':
    case 'enable-team':
      await markTeamDisabled(transaction, actor, { id: change.teamId, isDisabled: change.kind === 'disable-team' });
      return;
    case 'grant-credits': {
      const teamId = change.teamId ?? added.get(change.team)!;
      await insertGrant(transaction, actor, { id: randomUUID(), teamId, amount: change.amount, note: NOTE });
      await transaction.$executeRaw`
        UPDATE teams SET declared_credits = ${change.total}::int WHERE id = ${teamId}::uuid`;
      return;
    }
    case 'add-key': {
      const teamId = change.teamId ?? added.get(change.team)!;
      const { expiresAt, ...key } = change.key;
      const made = await insertHashedKey(transaction, actor, { ...key, teamId, expiresAt: expiresAt ?? undefined });
      await transaction.$executeRaw`UPDATE api_keys SET is_declared = true WHERE id = ${made!.id}::uuid`;
      return;
    }
    case 'set-key': {
      const { name, rights, networks, expiresAt } = change.key;
      await transaction.$executeRaw`
        UPDATE api_keys SET name = ${name}, rights = ${[...rights]}::text[], networks = ${[...networks]}::text[],
                            expires_at = ${expiresAt}::timestamptz
        WHERE id = ${change.keyId}::uuid`;
      const { teamId, keyId: target, changes } = change;
      await noteChange(transaction, actor, { action: 'key.set', teamId, target, changes });
      return;
    }
    case 'revoke-key':
      await markRevoked(transaction, actor, change.keyId);
      return;
    case 'conflict':
      return;
  }
}
