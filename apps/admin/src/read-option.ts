import { z } from 'zod';
import { type CommandContext, CommandError, UsageError } from './command';

/** A whole number from 1. @throws UsageError */
function readCount(option: string, text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new UsageError(`--${option} must be a whole number from 1`);
  return Number(text);
}

/** All rows of a table are in memory, because its columns are aligned. */
export const MAX_ROWS = 10_000;

/** `--limit`. @throws UsageError */
export function readRowLimit(text: string | undefined, fallback: number): number {
  const limit = text === undefined ? fallback : readCount('limit', text);
  if (limit > MAX_ROWS) throw new UsageError(`--limit must be ${MAX_ROWS} or less`);
  return limit;
}

/** A limit: a whole number from 1, or null for `none`. @throws UsageError */
export function readLimit(option: string, text: string): number | null {
  if (text === 'none') return null;
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new UsageError(`--${option} must be a whole number from 1, or none`);
  return Number(text);
}

/** @throws UsageError */
export function readId(what: string, text: string | undefined): string {
  const id = z.uuid().safeParse(text);
  if (!id.success) throw new UsageError(`"${text}" is not the id of a ${what}; orbweaver ${what} list shows them`);
  return id.data.toLowerCase();
}

/** The id of the team of that name. @throws CommandError */
export async function findTeam(context: CommandContext, name: string): Promise<string> {
  const team = await (await context.database()).team.findUnique({ where: { name }, select: { id: true } });
  if (team !== null) return team.id;
  throw new CommandError(`There is no team named "${name}". Add it: orbweaver team add --name "${name}"`);
}
