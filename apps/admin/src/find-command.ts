import { findSimilar } from '@orbweaver/platform';
import type { Command } from './command';

export type FoundCommand =
  | { kind: 'command'; command: Command; rest: readonly string[] }
  /** All commands with this first word, such as `key`. */
  | { kind: 'group'; group: string; commands: readonly Command[]; rest: readonly string[] }
  | { kind: 'nothing'; similar?: string };

/** Accepts `jobs list` for `job list`, and `topic create` for `topics create`. */
const singular = (word: string) => word.replace(/s$/, '');

export function findCommand(commands: readonly Command[], args: readonly string[]): FoundCommand {
  const matches = (words: readonly string[]) => words.every((word, at) => singular(word) === singular(args[at] ?? ''));
  const command = commands.find(({ name }) => matches(name.split(' ')));
  if (command !== undefined) return { kind: 'command', command, rest: args.slice(command.name.split(' ').length) };
  const group = commands.filter(({ name }) => matches([firstWord(name)]));
  if (group.length > 0) {
    return { kind: 'group', group: firstWord(group[0]!.name), commands: group, rest: args.slice(1) };
  }
  const similar = similarTo(commands, args);
  return { kind: 'nothing', ...(similar === undefined ? {} : { similar }) };
}

/** The most similar command, or first word of commands. */
export function similarTo(commands: readonly Command[], args: readonly string[]): string | undefined {
  const names = commands.map(({ name }) => name);
  const words = args.slice(0, 2).filter((word) => !word.startsWith('-'));
  return findSimilar(words.join(' '), names) ?? findSimilar(words[0] ?? '', [...new Set(names.map(firstWord))]);
}

const firstWord = (name: string) => name.split(' ')[0]!;
