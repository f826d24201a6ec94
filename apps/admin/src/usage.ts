import type { Command, CommandOption } from './command';

const INDENT = '  ';

/** `orbweaver key add --team NAME --name NAME` */
function showSynopsis(command: Command): string {
  const options = Object.entries(command.options).map(([name, option]) =>
    option.required ? writeOption(name, option) : `[${writeOption(name, option)}]`,
  );
  return ['orbweaver', command.name, ...options, ...command.positionals].join(' ');
}

const writeOption = (name: string, { placeholder }: CommandOption) =>
  placeholder === undefined ? `--${name}` : `--${name} ${placeholder}`;

export function showCommandUsage(command: Command): string {
  const written = Object.entries(command.options).map(([name, option]) => writeOption(name, option));
  const width = Math.max(...written.map((option) => option.length));
  const options = Object.values(command.options).map(
    ({ description }, index) => `${INDENT}${written[index]!.padEnd(width)}${INDENT}${description}`,
  );
  return [
    `Usage: ${showSynopsis(command)}`,
    '',
    `${command.summary}.`,
    ...(options.length > 0 ? ['', ...options] : []),
  ].join('\n');
}

export function showGroupUsage(group: string, commands: readonly Command[]): string {
  return [
    `Usage: orbweaver ${group} COMMAND [OPTIONS]`,
    '',
    ...commands.flatMap((command) => [`${INDENT}${showSynopsis(command)}`, `${INDENT}${INDENT}${command.summary}`]),
    '',
    `Help for a command: orbweaver ${group} COMMAND --help`,
  ].join('\n');
}

export function showUsage(commands: readonly Command[]): string {
  const width = Math.max(...commands.map((command) => command.name.length));
  return [
    'Usage: orbweaver COMMAND [OPTIONS]',
    '',
    ...commands.map((command) => `${INDENT}${command.name.padEnd(width)}${INDENT}${command.summary}`),
    '',
    'Help for a command: orbweaver COMMAND --help. Version: orbweaver --version.',
    'Set DATABASE_URL, or DATA_DIR (.data) for an embedded Postgres, and KAFKA_BROKERS for topics and dead letters.',
  ].join('\n');
}
