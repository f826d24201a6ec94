import { TeamHostsChange } from '@orbweaver/core';
import { type CommandOption, UsageError } from './command';

const LISTS = {
  allowed: { option: 'allowed-hosts', empty: 'all' },
  closed: { option: 'closed-hosts', empty: 'none' },
} as const;

export const teamHostOptions: Record<string, CommandOption> = {
  [LISTS.allowed.option]: {
    description: 'comma list of the only hosts that pages of the team may be on, replaces the current list',
    placeholder: 'HOSTS|all',
  },
  [LISTS.closed.option]: {
    description: 'comma list of hosts that pages of the team must not request, replaces the current list',
    placeholder: 'HOSTS|none',
  },
};

/** The lists on the command line. @throws UsageError */
export function readTeamHosts(options: Record<string, string | undefined>): TeamHostsChange {
  return { allowed: readList('allowed', options), closed: readList('closed', options) };
}

function readList(list: keyof typeof LISTS, options: Record<string, string | undefined>): string[] | undefined {
  const { option, empty } = LISTS[list];
  const text = options[option];
  if (text === undefined) return undefined;
  if (text === empty) return [];
  const read = TeamHostsChange.shape[list].safeParse(text.split(','));
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const entry = text.split(',')[Number(issue?.path[0] ?? 0)];
  throw new UsageError(`--${option}: "${entry}" ${issue?.message}; or use ${empty}`);
}
