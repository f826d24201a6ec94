import type { Actor } from '@orbweaver/persistence';
import type { AdminConfig } from './admin.config';
import type { Installation } from './open-installation';

export interface CommandContext extends Pick<Installation, 'database' | 'databaseUrl'> {
  config: AdminConfig;
  /** Actor in the audit log. */
  actor: Actor;
  print(line: string): void;
  /** Prints to standard error. */
  warn(line: string): void;
}

export interface CommandInput {
  /** Options by long name. Required options are present; a flag has the value `'true'`. */
  options: Record<string, string | undefined>;
  /** One per declared positional argument. */
  positionals: readonly string[];
}

export interface CommandOption {
  description: string;
  /** Name of the value in help. Absent for a flag. */
  placeholder?: string;
  required?: boolean;
}

export interface Command {
  /** Full name, such as `key add`. */
  name: string;
  summary: string;
  options: Record<string, CommandOption>;
  /** Names of the positional arguments. */
  positionals: readonly string[];
  run(input: CommandInput, context: CommandContext): Promise<void>;
}

/** Invalid command line. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The command failed. The message contains the reason and advice. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
