import { AccountName, MAX_LISTED, MAX_TEAM_LIMIT } from '@orbweaver/core';
import { type WebhookDeliveryState, webhookDeliveryStates } from '@orbweaver/persistence';
import { findSimilar } from '@orbweaver/platform';
import { z } from 'zod';
import { type CommandContext, CommandError, type CommandInput, UsageError } from './command';

/** A whole number from 1. @throws UsageError */
function readCount(option: string, text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new UsageError(`--${option} must be a whole number from 1`);
  return Number(text);
}

/** The option `--limit` of a list, to be read with `readRowLimit`. */
export const limitOption = (fallback: number) => ({
  description: `how many at most; ${fallback} without it, and never more than ${MAX_LISTED}`,
  placeholder: 'N',
});

/** `--limit`. @throws UsageError */
export function readRowLimit(text: string | undefined, fallback: number): number {
  const limit = text === undefined ? fallback : readCount('limit', text);
  if (limit > MAX_LISTED) throw new UsageError(`--limit must be ${MAX_LISTED} or less`);
  return limit;
}

/** A limit: a whole number from 1, or null for `none`. @throws UsageError */
export function readLimit(option: string, text: string): number | null {
  if (text === 'none') return null;
  const limit = /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0;
  if (limit === 0 || limit > MAX_TEAM_LIMIT) {
    throw new UsageError(`--${option} must be a whole number from 1, or none`);
  }
  return limit;
}

/** `listed`: the first word of the command that lists them. @throws UsageError */
export function readId(what: string, text: string | undefined, listed = what): string {
  const id = z.uuid().safeParse(text);
  if (!id.success) throw new UsageError(`"${text}" is not the id of a ${what}; orbweaver ${listed} list shows them`);
  return id.data.toLowerCase();
}

/** `--state` of webhook events. @throws UsageError */
export function readDeliveryStates(
  text: string | undefined,
  fallback: readonly WebhookDeliveryState[],
): readonly WebhookDeliveryState[] {
  if (text === undefined) return fallback;
  const state = webhookDeliveryStates.find((known) => known === text);
  if (state === undefined) throw new UsageError(`--state must be one of ${webhookDeliveryStates.join(', ')}`);
  return [state];
}

/** A name to give. @throws UsageError */
export function readName(text: string): string {
  const name = AccountName.safeParse(text);
  if (name.success) return name.data;
  throw new UsageError(text.trim() === '' ? '--name must not be empty' : '--name is too long');
}

/** The id of the team of `--team`, where it is given. @throws CommandError */
export const findTeamOf = async (context: CommandContext, { team }: CommandInput['options']) =>
  team === undefined ? undefined : await findTeam(context, team.trim());

/** The id of the team of that name. @throws CommandError */
export async function findTeam(context: CommandContext, name: string): Promise<string> {
  const { team: teams } = await context.database();
  const team = await teams.findUnique({ where: { name }, select: { id: true } });
  if (team !== null) return team.id;
  const others = await teams.findMany({ select: { name: true }, take: MAX_LISTED });
  const similar = findSimilar(
    name,
    others.map((other) => other.name),
  );
  const advice = similar === undefined ? `Add it: orbweaver team add --name "${name}"` : `Did you mean "${similar}"?`;
  throw new CommandError(`There is no team named "${name}". ${advice}`);
}
