import type { Actor } from '@orbweaver/persistence';
import type { AdminConfig } from './admin.config';
import type { Installation } from './open-installation';

/** The surroundings of a command. */
export interface CommandContext extends Pick<Installation, 'database' | 'databaseUrl'> {
  config: AdminConfig;
  /** Who runs the command. */
  actor: Actor;
  print(line: string): void;
  /** On standard error, for people: what programs that read the output do not expect in it. */
  warn(line: string): void;
}

export interface CommandInput {
  /** Options by their long names. The `required` ones are present; a switch that is given has `'true'`. */
  options: Record<string, string | undefined>;
  /** As many as the command declares. */
  positionals: readonly string[];
}

export interface CommandOption {
  description: string;
  /** What stands for its value in the help; absent: a switch, which takes none. */
  placeholder?: string;
  required?: boolean;
}

/** One command of `orbweaver`. Each has a file of its own. */
export interface Command {
  /** As typed: `key add`. */
  name: string;
  summary: string;
  options: Record<string, CommandOption>;
  /** Names of the positional arguments. */
  positionals: readonly string[];
  run(input: CommandInput, context: CommandContext): Promise<void>;
}

/** The command line is wrong. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The command is understood and cannot be done. The message says why and what to do. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
