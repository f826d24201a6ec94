import type { CommandContext, CommandInput } from './command';
import { printTable } from './print-table';

/** The option `--json` of lists. */
export const jsonOption = { description: 'print one JSON object per line instead of a table' };

interface List<T> {
  head: readonly string[];
  items: readonly T[];
  /** Cells of an item. */
  row(item: T): string[];
  /** Last row. */
  foot?: string[];
  /** Printed for an empty list instead of only the head. */
  none?: string;
  /** Printed below the table; with `--json`, to standard error. */
  notes?: readonly string[];
}

/** Prints a table or, with `--json`, one object per line. */
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
