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

/** The usage of commands with the same first word, and their options. */
export function showGroupUsage(group: string, commands: readonly Command[]): string {
  return [
    `Usage: orbweaver ${group} COMMAND [OPTIONS]`,
    '',
    ...commands.flatMap((command) => [`${INDENT}${showSynopsis(command)}`, `${INDENT}${INDENT}${command.summary}`]),
    '',
    `orbweaver ${group} COMMAND --help tells more of a command.`,
  ].join('\n');
}

export function showUsage(commands: readonly Command[]): string {
  const width = Math.max(...commands.map((command) => command.name.length));
  return [
    'Usage: orbweaver COMMAND [OPTIONS]',
    '',
    ...commands.map((command) => `${INDENT}${command.name.padEnd(width)}${INDENT}${command.summary}`),
    '',
    'orbweaver COMMAND --help tells the options of a command, orbweaver --version the version.',
    'DATABASE_URL says where to work, or DATA_DIR (.data) where an embedded Postgres keeps its files; KAFKA_BROKERS for topics and dead letters.',
  ].join('\n');
}
