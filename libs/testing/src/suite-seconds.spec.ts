import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { temporaryFolders } from './temporary-folders';

const root = path.resolve(__dirname, '../../..');
const SUITE_SECONDS = pathToFileURL(path.join(root, 'libs/tooling/scripts/suite-seconds.mjs')).href;

const folders = temporaryFolders('seconds');
afterAll(() => folders.remove());

/** Prints the table of a run after the given earlier runs, oldest first. */
function tableAfter(folder: string, runs: Record<string, number>[]): string {
  const script = `
    const { readSeconds, secondsTable, writeSeconds } = await import(${JSON.stringify(SUITE_SECONDS)});
    const [folder, runs] = ${JSON.stringify([folder, runs])};
    const suitesOf = (run) => Object.entries(run).map(([name, seconds]) => ({ name, seconds }));
    for (const [n, run] of runs.slice(0, -1).entries()) writeSeconds(folder, suitesOf(run), new Date(1e12 + n * 1000));
    console.log(secondsTable(suitesOf(runs.at(-1)), readSeconds(folder)));`;
  return spawnSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' }).stdout;
}

const rowsOf = (table: string) =>
  table
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/ +/));

describe('suite seconds', () => {
  it('lists the slowest suites first, with their seconds in the newest earlier run', () => {
    const folder = folders.make();
    const table = tableAfter(folder, [{ slow: 9, gone: 4 }, { slow: 8.04 }, { quick: 0.5, slow: 12.25 }]);
    expect(rowsOf(table)).toEqual([
      ['seconds', 'before', 'suite', '(slowest', '2', 'of', '2)'],
      ['12.3', '8.0', 'slow'],
      ['0.5', '-', 'quick'],
    ]);
    expect(readdirSync(folder)).toHaveLength(2);
  });

  it('lists thirty suites at most', () => {
    const run = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`suite-${n}`, n]));
    const rows = rowsOf(tableAfter(folders.make(), [run]));
    expect(rows).toHaveLength(31);
    expect(rows.at(-1)).toEqual(['10.0', '-', 'suite-10']);
  });
});
