import type { CommandContext, CommandInput } from './command';
import { printTable } from './print-table';

/** The option `--json` of a list, which `printList` reads. */
export const jsonOption = { description: 'a JSON object a line instead of a table, for programs' };

interface List<T> {
  head: readonly string[];
  items: readonly T[];
  /** The cells of an item, under those of the head. */
  row(item: T): string[];
  /** Below the items. */
  foot?: string[];
  /** Said of an empty list instead of the head alone. */
  none?: string;
  /** What people read below the table; with `--json` it goes to standard error. */
  notes?: readonly string[];
}

/** Prints a table, or with `--json` the items as they are: nothing for none, so that every line is an object. */
export function printList<T>(
  { print, warn }: Pick<CommandContext, 'print' | 'warn'>,
  { json }: CommandInput['options'],
  { head, items, row, foot, none, notes = [] }: List<T>,
): void {
  if (json !== undefined) {
    for (const item of items) print(JSON.stringify(item));
    for (const note of notes) warn(note);
    return;
  }
  if (items.length === 0 && none !== undefined) print(none);
  else printTable(print, [[...head], ...items.map(row), ...(foot === undefined ? [] : [foot])]);
  for (const note of notes) print(note);
}
