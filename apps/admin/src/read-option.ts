import { AccountName, MAX_LISTED, MAX_TEAM_LIMIT } from '@orbweaver/core';
import { type WebhookDeliveryState, webhookDeliveryStates } from '@orbweaver/persistence';
import { findSimilar } from '@orbweaver/platform';
import { z } from 'zod';
import { type CommandContext, CommandError, type CommandInput, UsageError } from './command';

/** A whole number from 1. @throws UsageError */
export function readCount(option: string, text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new UsageError(`--${option} must be a whole number from 1`);
  return Number(text);
}

/** The option `--limit` of lists; read it with `readRowLimit`. */
export const limitOption = (fallback: number) => ({
  description: `maximum number of rows, up to ${MAX_LISTED} (default ${fallback})`,
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

/** @param listed first word of the list command @throws UsageError */
export function readId(noun: string, text: string | undefined, listed = noun): string {
  const id = z.uuid().safeParse(text);
  if (!id.success) throw new UsageError(`"${text}" is not a ${noun} id. List ids: orbweaver ${listed} list`);
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

/** @throws UsageError */
export function readName(text: string): string {
  const name = AccountName.safeParse(text);
  if (name.success) return name.data;
  throw new UsageError(text.trim() === '' ? '--name must not be empty' : '--name is too long');
}

/** The id of the team in `--team`, if given. @throws CommandError */
export const findTeamOf = async (context: CommandContext, { team }: CommandInput['options']) =>
  team === undefined ? undefined : await findTeam(context, team.trim());

/** @throws CommandError */
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
  throw new CommandError(`Team not found: "${name}". ${advice}`);
}
