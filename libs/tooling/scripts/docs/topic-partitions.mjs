// How many partitions a topic has, from the table's source: no build is needed.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../workspace.mjs';

const ENTRY = /name: '([a-z.]+)',[^}]*?partitions: (\d+),/g;

/** @returns {Map<string, number>} by name, without the ephemeral siblings, which have as many */
export function readPartitions() {
  const table = readFileSync(path.join(root, 'libs/contracts/src/topics.ts'), 'utf8');
  const partitions = new Map([...table.matchAll(ENTRY)].map(([, name, count]) => [name, Number(count)]));
  if (!partitions.has('render.bulk')) throw new Error('the table of topics is not where it is looked for');
  return partitions;
}
