import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const root = path.resolve(__dirname, '../../..');
const RUN_SUITES = pathToFileURL(path.join(root, 'libs/tooling/scripts/run-suites.mjs')).href;

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'orbweaver-suites-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

interface SuiteRun {
  isAgain: boolean;
  figures: { passed: number; failed: number; skipped: number };
  lost: string[];
}

/** Runs suites as `npm test` does. Suites write the letter of what they do into the file `done`. */
function runSuites(suites: Record<string, string>): { runs: SuiteRun[]; done: string } {
  writeFileSync(path.join(dir, 'done'), '');
  for (const [name, text] of Object.entries(suites)) writeFileSync(path.join(dir, `${name}.spec.js`), text);
  const config = { rootDir: dir, testMatch: ['<rootDir>/*.spec.js'], testEnvironment: 'node' };
  writeFileSync(path.join(dir, 'jest.config.json'), JSON.stringify(config));
  const args = ['--config', path.join(dir, 'jest.config.json'), '--maxWorkers=2', '--no-cache'];
  const script = `
    const { runSuites } = await import(${JSON.stringify(RUN_SUITES)});
    const runs = [];
    for await (const run of runSuites(${JSON.stringify(args)}, { isKept: true })) runs.push(run);
    console.log(JSON.stringify(runs));`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    encoding: 'utf8',
    timeout: 50_000,
  });
  const runs = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as SuiteRun[];
  const done = [...readFileSync(path.join(dir, 'done'), 'utf8')].sort().join('');
  return { runs: runs.map(({ isAgain, figures, lost }) => ({ isAgain, figures, lost: lost.map(nameOf) })), done };
}

const nameOf = (suite: string) => path.basename(suite, '.spec.js');

/** `deaths`: how often the worker of the suite dies. */
const suite = (letter: string, { deaths = 0, fails = false } = {}) => `
  const { appendFileSync, readFileSync } = require('node:fs');
  const done = __dirname + '/done';
  it('runs', () => {
    appendFileSync(done, '${letter}');
    if (readFileSync(done, 'utf8').split('${letter}').length - 1 <= ${deaths}) process.kill(process.pid, 'SIGKILL');
    if (${fails}) throw new Error('no');
  });`;

describe('the run of suites', () => {
  it('runs a suite once more whose worker has died, and counts it once', () => {
    expect(runSuites({ one: suite('a'), two: suite('b', { deaths: 1 }), three: suite('c') })).toEqual({
      runs: [
        { isAgain: false, figures: { passed: 2, failed: 0, skipped: 0 }, lost: ['two'] },
        { isAgain: true, figures: { passed: 1, failed: 0, skipped: 0 }, lost: [] },
      ],
      done: 'abbc',
    });
  });

  it('counts a suite as failed that fails when it is run once more', () => {
    const { runs, done } = runSuites({ one: suite('a'), two: suite('b', { deaths: 1, fails: true }) });
    expect(runs.map(({ figures }) => [figures.passed, figures.failed])).toEqual([
      [1, 0],
      [0, 1],
    ]);
    expect(done).toBe('abb');
  });

  it('runs no suite again that has failed with its worker alive', () => {
    const { runs, done } = runSuites({ one: suite('a', { fails: true }), two: suite('b') });
    expect(runs).toEqual([{ isAgain: false, figures: { passed: 1, failed: 1, skipped: 0 }, lost: [] }]);
    expect(done).toBe('ab');
  });
});
