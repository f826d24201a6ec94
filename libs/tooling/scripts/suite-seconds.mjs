// Seconds of each suite: a table of the slowest, and one JSON file per run to compare runs.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';

const TABLE_ROWS = 30;

/**
 * @param suites name and seconds of each suite of this run
 * @param before seconds by name, from earlier runs
 */
export function secondsTable(suites, before = {}) {
  const slowest = [...suites].sort((a, b) => b.seconds - a.seconds).slice(0, TABLE_ROWS);
  const rows = slowest.map(({ name, seconds }) => [seconds.toFixed(1), before[name]?.toFixed(1) ?? '-', name]);
  return [['seconds', 'before', `suite (slowest ${slowest.length} of ${suites.length})`], ...rows]
    .map(([seconds, earlier, name]) => `${seconds.padStart(8)} ${earlier.padStart(8)}  ${name}`)
    .join('\n');
}

/** @returns seconds by name; each from the newest run that included the suite */
export function readSeconds(folder) {
  mkdirSync(folder, { recursive: true });
  const runs = readdirSync(folder)
    .sort()
    .map((file) => JSON.parse(readFileSync(path.join(folder, file), 'utf8')).seconds);
  return Object.assign({}, ...runs);
}

/** Writes a file named after the time, so that file names sort by age. @returns its path */
export function writeSeconds(folder, suites, now = new Date()) {
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, `${now.toISOString().replace(/[:.]/g, '-')}.json`);
  const seconds = Object.fromEntries(suites.map(({ name, seconds: taken }) => [name, Number(taken.toFixed(1))]));
  const run = { at: now.toISOString(), node: process.version, cores: availableParallelism(), seconds };
  writeFileSync(file, `${JSON.stringify(run, null, 2)}\n`);
  return file;
}
