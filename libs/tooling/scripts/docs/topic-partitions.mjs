// Partitions per topic, from the source of the table (needs no build).
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../workspace.mjs';

const ENTRY = /name: '([a-z.]+)',[^}]*?partitions: (\d+),/g;

/** @returns {Map<string, number>} by name; ephemeral siblings have as many */
export function readPartitions() {
  const table = readFileSync(path.join(root, 'libs/contracts/src/topics.ts'), 'utf8');
  const partitions = new Map([...table.matchAll(ENTRY)].map(([, name, count]) => [name, Number(count)]));
  if (!partitions.has('render.bulk')) throw new Error('the table of topics has moved');
  return partitions;
}
