import { randomUUID } from 'node:crypto';
import { NO_TEAM_LIMITS, type TeamHosts, type TeamLimits, teamLimitNames } from '@orbweaver/core';
import type { Database, Transaction } from '../database';
import { teamLimitColumns, teamLimitValues } from '../limits/team-limit-columns';
import { type Actor, created, type FieldChanges, noteChange } from '../note-change';
import { auditOfHosts, compareHosts } from './compare-hosts';
import { readTeam, type TeamOverview } from './list-teams';

interface NewTeam {
  name: string;
  limits: Partial<TeamLimits>;
}

/** Undefined if the name is taken. */
export const createTeam = (database: Database, actor: Actor, team: NewTeam): Promise<TeamOverview | undefined> =>
  database.$transaction((transaction) => makeTeam(transaction, actor, team));

/** Like `createTeam`, within a transaction. */
export async function makeTeam(
  transaction: Transaction,
  actor: Actor,
  { name, limits }: NewTeam,
): Promise<TeamOverview | undefined> {
  const id = randomUUID();
  const all = { ...NO_TEAM_LIMITS, ...given(limits) };
  const count = await transaction.$executeRaw`
    INSERT INTO teams (id, name, ${teamLimitColumns}) VALUES (${id}::uuid, ${name}, ${teamLimitValues(all)})
    ON CONFLICT (name) DO NOTHING`;
  if (count === 0) return undefined;
  await noteChange(transaction, actor, {
    action: 'team.add',
    teamId: id,
    target: id,
    changes: created({ name, ...all }),
  });
  return readTeam(transaction, id);
}

interface NewLimits {
  id: string;
  limits: Partial<TeamLimits>;
}

/** Undefined for an unknown team. */
export const setTeam = (
  database: Database,
  actor: Actor,
  { id, limits, hosts }: NewLimits & NewHosts,
): Promise<TeamOverview | undefined> =>
  database.$transaction(async (transaction) => {
    await changeTeamLimits(transaction, actor, { id, limits });
    return changeTeamHosts(transaction, actor, { id, hosts });
  });

/** Omitted limits are unchanged. Undefined for an unknown team. */
export async function changeTeamLimits(
  transaction: Transaction,
  actor: Actor,
  { id, limits }: NewLimits,
): Promise<TeamOverview | undefined> {
  await lockTeam(transaction, id);
  const team = await readTeam(transaction, id);
  if (team === undefined) return undefined;
  const all = { ...team, ...given(limits) };
  await transaction.$executeRaw`
    UPDATE teams SET (${teamLimitColumns}) = ROW(${teamLimitValues(all)}) WHERE id = ${id}::uuid`;
  const changes: FieldChanges = Object.fromEntries(
    teamLimitNames
      .filter((limit) => all[limit] !== team[limit])
      .map((limit) => [limit, { before: team[limit], after: all[limit] }]),
  );
  if (Object.keys(changes).length > 0) {
    await noteChange(transaction, actor, { action: 'team.set', teamId: id, target: id, changes });
  }
  return all;
}

interface NewHosts {
  id: string;
  hosts: { [List in keyof TeamHosts]?: TeamHosts[List] | undefined };
}

/** Replaces the given lists. Gateways and new jobs follow within 20 seconds. Undefined for an unknown team. */
export async function changeTeamHosts(
  transaction: Transaction,
  actor: Actor,
  { id, hosts }: NewHosts,
): Promise<TeamOverview | undefined> {
  await lockTeam(transaction, id);
  const team = await readTeam(transaction, id);
  if (team === undefined) return undefined;
  const all = { allowed: hosts.allowed ?? team.allowedHosts, closed: hosts.closed ?? team.closedHosts };
  await transaction.$executeRaw`
    UPDATE teams SET allowed_hosts = ${[...all.allowed]}::text[], closed_hosts = ${[...all.closed]}::text[]
    WHERE id = ${id}::uuid`;
  const changes = compareHosts({ allowed: team.allowedHosts, closed: team.closedHosts }, all);
  if (Object.keys(changes).length > 0) {
    await noteChange(transaction, actor, {
      action: 'team.set',
      teamId: id,
      target: id,
      changes: auditOfHosts(changes),
    });
  }
  return readTeam(transaction, id);
}

/**
 * Blocks or unblocks all keys of a team; gateways follow within 20 seconds. Accepted work continues. Undefined for an
 * unknown team.
 */
export const setTeamDisabled = (
  database: Database,
  actor: Actor,
  change: { id: string; isDisabled: boolean },
): Promise<{ team: TeamOverview; hasChanged: boolean } | undefined> =>
  database.$transaction((transaction) => markTeamDisabled(transaction, actor, change));

/** Like `setTeamDisabled`, within a transaction. */
export async function markTeamDisabled(
  transaction: Transaction,
  actor: Actor,
  { id, isDisabled }: { id: string; isDisabled: boolean },
): Promise<{ team: TeamOverview; hasChanged: boolean } | undefined> {
  const count = await transaction.$executeRaw`
    UPDATE teams SET disabled_at = CASE WHEN ${isDisabled} THEN now() END
    WHERE id = ${id}::uuid AND (disabled_at IS NOT NULL) <> ${isDisabled}`;
  const team = await readTeam(transaction, id);
  if (team === undefined) return undefined;
  if (count > 0) {
    await noteChange(transaction, actor, {
      action: isDisabled ? 'team.disable' : 'team.enable',
      teamId: id,
      target: id,
      changes: { disabled: { before: !isDisabled, after: isDisabled } },
    });
  }
  return { team, hasChanged: count > 0 };
}

/** Serializes changes of a team, so that the audit log has the correct previous values. */
export async function lockTeam(transaction: Transaction, id: string): Promise<boolean> {
  const rows = await transaction.$queryRaw<{ id: string }[]>`
    SELECT id FROM teams WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
  return rows.length > 0;
}

const given = (limits: Partial<TeamLimits>): Partial<TeamLimits> =>
  Object.fromEntries(teamLimitNames.flatMap((limit) => (limits[limit] === undefined ? [] : [[limit, limits[limit]]])));
