import type { DeclaredTeams, TeamChange } from '@orbweaver/persistence';
import { ConfigError, readTeamsFile } from '@orbweaver/platform';
import type { CommandContext, CommandInput, CommandOption } from './command';

export const fileOption: CommandOption = {
  description: 'YAML or JSON file with teams (default: TEAMS_FILE)',
  placeholder: 'PATH',
};

/** @throws ConfigError for a missing or invalid file */
export function readDeclared({ options }: CommandInput, { config }: CommandContext): DeclaredTeams {
  const file = options.file ?? config.TEAMS_FILE;
  if (file === undefined) throw new ConfigError(['TEAMS_FILE: set it to the path of a file with teams, or use --file']);
  return readTeamsFile(file, { ...process.env, WEBHOOK_SECRET: config.WEBHOOK_SECRET });
}

const CONFLICTS = {
  revoked: 'is revoked, and a revoked key stays revoked. Use a new secret',
  'of-another-team': 'belongs to another team. Use another secret',
};

/** One line, without secrets. */
export function describeChange(change: TeamChange): string {
  switch (change.kind) {
    case 'add-team':
      return `+ team "${change.team}"`;
    case 'set-hosts':
      return `~ team "${change.team}": ${describeHosts(change.changes)}`;
    case 'set-limits':
      return `~ team "${change.team}": ${describeFields(change.changes)}`;
    case 'set-webhook-secret':
      return `~ team "${change.team}": ${change.secret === undefined ? 'derived' : 'another'} webhook secret`;
    case 'disable-team':
      return `- team "${change.team}": disable`;
    case 'enable-team':
      return `+ team "${change.team}": enable`;
    case 'grant-credits':
      return `~ team "${change.team}": ${change.amount > 0 ? 'grant' : 'deduct'} ${Math.abs(change.amount)} credits`;
    case 'add-key':
      return `+ key "${change.key.name}" of team "${change.team}" (${change.key.rights.join()})`;
    case 'set-key':
      return `~ key "${change.key.name}" of team "${change.team}": ${describeFields(change.changes)}`;
    case 'revoke-key':
      return `- key "${change.name}" of team "${change.team}": revoke`;
    case 'conflict':
      return `! key "${change.key}" of team "${change.team}" ${CONFLICTS[change.reason]}`;
  }
}

const describeHosts = (changes: Extract<TeamChange, { kind: 'set-hosts' }>['changes']): string =>
  Object.entries(changes)
    .map(([name, { added, removed }]) =>
      [name, ...removed.map((host) => `-${host}`), ...added.map((host) => `+${host}`)].join(' '),
    )
    .join(', ');

const describeFields = (changes: Extract<TeamChange, { kind: 'set-key' }>['changes']): string =>
  Object.entries(changes)
    .map(([name, { before, after }]) => `${name} ${describeValue(before)} -> ${describeValue(after)}`)
    .join(', ');

const describeValue = (value: unknown): string =>
  Array.isArray(value) ? `[${value.join()}]` : value === null ? 'none' : String(value);
