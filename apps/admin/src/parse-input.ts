import { type ParseArgsConfig, parseArgs } from 'node:util';
import { type Command, type CommandInput, UsageError } from './command';

/** Options and arguments of a command. Undefined for --help. @throws UsageError */
export function parseInput(command: Command, args: readonly string[]): CommandInput | undefined {
  const { values, positionals } = parse(command, args);
  if (values.help === true) return undefined;
  const options = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
  for (const [name, option] of Object.entries(command.options)) {
    if (option.required && options[name] === undefined) throw new UsageError(`--${name} is required`);
  }
  const missing = command.positionals[positionals.length];
  if (missing !== undefined) throw new UsageError(`${missing} is required`);
  const surplus = positionals[command.positionals.length];
  if (surplus !== undefined) throw new UsageError(`Unexpected argument "${surplus}"`);
  return { options, positionals };
}

function parse(command: Command, args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: optionsOf(command), allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError(explainArguments(error, args));
  }
}

/** Replaces messages of Node.js that are written for programmers. */
function explainArguments(error: unknown, args: readonly string[]): string {
  const { message, code } = error as NodeJS.ErrnoException;
  if (code !== 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE') return message.replace(/\. .*/s, '');
  const [option = ''] = /--[\w-]+/.exec(message) ?? [];
  if (message.includes('does not take')) return `${option} takes no value`;
  const given = args[args.indexOf(option) + 1] ?? '';
  const advice = /^-[^-]/.test(given) ? `. Write ${option}=${given}` : '';
  return `${option} needs a value${advice}`;
}

function optionsOf(command: Command): NonNullable<ParseArgsConfig['options']> {
  const own = Object.entries(command.options).map(([name, { placeholder }]) => [
    name,
    { type: placeholder === undefined ? ('boolean' as const) : ('string' as const) },
  ]);
  return { ...Object.fromEntries(own), help: { type: 'boolean', short: 'h' } };
}
