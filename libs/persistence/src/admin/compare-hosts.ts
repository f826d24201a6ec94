import type { TeamHosts } from '@orbweaver/core';
import type { FieldChanges } from '../note-change';

interface ListChange {
  added: string[];
  removed: string[];
}

/** The lists that differ. */
export type HostChanges = Partial<Record<'allowedHosts' | 'closedHosts', ListChange>>;

/** The order of entries does not matter. */
export function compareHosts(before: TeamHosts, after: TeamHosts): HostChanges {
  const lists = [
    ['allowedHosts', before.allowed, after.allowed],
    ['closedHosts', before.closed, after.closed],
  ] as const;
  return Object.fromEntries(
    lists
      .map(([name, old, next]) => [name, { added: without(next, old), removed: without(old, next) }] as const)
      .filter(([, { added, removed }]) => added.length + removed.length > 0),
  );
}

function without(hosts: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others);
  return [...new Set(hosts)].filter((host) => !known.has(host)).sort();
}

/** Without the unchanged entries, which may be thousands. */
export const auditOfHosts = (changes: HostChanges): FieldChanges =>
  Object.fromEntries(
    Object.entries(changes).flatMap(([name, { added, removed }]) => [
      ...(removed.length === 0 ? [] : [[`${name}Removed`, { before: removed, after: null }]]),
      ...(added.length === 0 ? [] : [[`${name}Added`, { before: null, after: added }]]),
    ]),
  );
