import { randomUUID } from 'node:crypto';
import { DEFAULT_OVERLAP_SECONDS } from '@orbweaver/core';
import { insertHashedKey, markRevoked } from '../access/keys';
import { changeTeamHosts, changeTeamLimits, makeTeam, markTeamDisabled } from '../admin/change-teams';
import { insertGrant } from '../admin/grant-credits';
import { replaceWebhookSecret } from '../admin/rotate-webhook-secret';
import type { Database, Transaction } from '../database';
import { type Actor, noteChange } from '../note-change';
import { compareTeams, findSurplus } from './compare-teams';
import type { DeclaredTeams, TeamChange } from './declared-teams';
import { admitTeamsFile, readLastTeamsDigest, recordTeamsFile, type TeamsFileRefusal } from './order-teams-files';

/** Key of an advisory lock, unique in this database. */
const APPLYING_LOCK = 7_310_550_426;
const NOTE = 'teams file';

export type TeamsApplication =
  /** With conflicts, which are not applied. */
  { kind: 'applied'; changes: TeamChange[] } | { kind: 'refused'; reason: TeamsFileRefusal };

/** Makes teams and keys as declared, also from a content that was replaced by another. Idempotent. */
export const applyTeams = (database: Database, actor: Actor, declared: DeclaredTeams): Promise<TeamChange[]> =>
  alone(database, async (transaction) => {
    await recordTeamsFile(transaction, declared);
    return applyChanges(transaction, actor, await compareTeams(transaction, declared));
  });

/**
 * Makes teams and keys as declared by the file of a process, unless it is an older copy. Idempotent.
 * @param replaces see admitTeamsFile
 */
export const applyTeamsFile = (
  database: Database,
  actor: Actor,
  declared: DeclaredTeams,
  replaces?: string,
): Promise<TeamsApplication> =>
  alone(database, async (transaction) => {
    const reason = await admitTeamsFile(transaction, declared, replaces);
    if (reason !== undefined) return { kind: 'refused', reason };
    const changes = await compareTeams(transaction, declared);
    return { kind: 'applied', changes: await applyChanges(transaction, actor, changes) };
  });

/** Removes what the last applied content does not contain. Refused if another content was applied in the meantime. */
export const pruneTeams = (database: Database, actor: Actor, declared: DeclaredTeams): Promise<TeamsApplication> =>
  alone(database, async (transaction) => {
    if ((await readLastTeamsDigest(transaction)) !== declared.digest) return { kind: 'refused', reason: 'superseded' };
    const changes = await findSurplus(transaction, declared);
    return { kind: 'applied', changes: await applyChanges(transaction, actor, changes) };
  });

/** In one transaction, and at most one at a time in the cluster. */
const alone = <T>(database: Database, work: (transaction: Transaction) => Promise<T>): Promise<T> =>
  database.$transaction(async (transaction) => {
    await transaction.$executeRaw`SELECT pg_advisory_xact_lock(${APPLYING_LOCK}::bigint)`;
    return work(transaction);
  });

async function applyChanges(transaction: Transaction, actor: Actor, changes: TeamChange[]): Promise<TeamChange[]> {
  const added = new Map<string, string>();
  for (const change of changes) await applyChange(transaction, actor, change, added);
  return changes;
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
      const { secret: declared } = change;
      const { overlapMs = DEFAULT_OVERLAP_SECONDS * 1000 } = declared ?? {};
      // The derived secret of a new team has not signed anything.
      const isNew = change.teamId === undefined;
      await replaceWebhookSecret(transaction, actor, { id, declared, overlapMs: isNew ? 0 : overlapMs });
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
