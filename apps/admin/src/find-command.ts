import { findSimilar } from '@orbweaver/platform';
import type { Command } from './command';

/** The result of looking up the start of a command line. */
export type FoundCommand =
  | { kind: 'command'; command: Command; rest: readonly string[] }
  /** All commands that start with the word: `key`. No `rest`: the line ends there. */
  | { kind: 'group'; group: string; commands: readonly Command[]; rest: readonly string[] }
  | { kind: 'nothing'; similar?: string };

/** `jobs list` is `job list`, and `topic create` is `topics create`. */
const singular = (word: string) => word.replace(/s$/, '');

export function findCommand(commands: readonly Command[], args: readonly string[]): FoundCommand {
  const isSaid = (words: readonly string[]) => words.every((word, at) => singular(word) === singular(args[at] ?? ''));
  const command = commands.find(({ name }) => isSaid(name.split(' ')));
  if (command !== undefined) return { kind: 'command', command, rest: args.slice(command.name.split(' ').length) };
  const group = commands.filter(({ name }) => isSaid([firstWord(name)]));
  if (group.length > 0) {
    return { kind: 'group', group: firstWord(group[0]!.name), commands: group, rest: args.slice(1) };
  }
  const similar = similarTo(commands, args);
  return { kind: 'nothing', ...(similar === undefined ? {} : { similar }) };
}

/** The closest name of a command, or first word of several, to suggest. */
export function similarTo(commands: readonly Command[], args: readonly string[]): string | undefined {
  const names = commands.map(({ name }) => name);
  const words = args.slice(0, 2).filter((word) => !word.startsWith('-'));
  return findSimilar(words.join(' '), names) ?? findSimilar(words[0] ?? '', [...new Set(names.map(firstWord))]);
}

const firstWord = (name: string) => name.split(' ')[0]!;
