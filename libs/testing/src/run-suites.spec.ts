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
  isRerun: boolean;
  counts: { passed: number; failed: number; skipped: number };
  rerun: { file: string; failed: string[] }[];
  suites: { name: string; seconds: number }[];
}

const timed = (...names: string[]) =>
  expect.arrayContaining(names.map((name) => ({ name, seconds: expect.any(Number) })));

/** Runs suites as `npm test` does. Each suite appends its letter to the file `done`. */
function runSuites(suites: Record<string, string>): { runs: SuiteRun[]; done: string } {
  writeFileSync(path.join(dir, 'done'), '');
  for (const [name, text] of Object.entries(suites)) writeFileSync(path.join(dir, `${name}.spec.js`), text);
  const config = { rootDir: dir, testMatch: ['<rootDir>/*.spec.js'], testEnvironment: 'node' };
  writeFileSync(path.join(dir, 'jest.config.json'), JSON.stringify(config));
  const args = ['--config', path.join(dir, 'jest.config.json'), '--maxWorkers=2', '--no-cache'];
  const script = `
    const { runSuites } = await import(${JSON.stringify(RUN_SUITES)});
    const runs = [];
    for await (const { isRerun, counts, rerun, suites } of runSuites(${JSON.stringify(args)}, { isPiped: true }))
      runs.push({ isRerun, counts, rerun, suites });
    console.log(JSON.stringify(runs));`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    encoding: 'utf8',
    timeout: 50_000,
  });
  const runs = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as SuiteRun[];
  const done = [...readFileSync(path.join(dir, 'done'), 'utf8')].sort().join('');
  const byName = runs.map((one) => ({
    ...one,
    rerun: one.rerun.map(({ file, failed }) => ({ file: nameOf(file), failed })),
    suites: one.suites.map((suite) => ({ ...suite, name: nameOf(suite.name) })),
  }));
  return { runs: byName, done };
}

const nameOf = (suite: string) => path.basename(suite, '.spec.js');

/** `deaths`, `failures`: how many times the worker of the suite dies, or its test fails. */
const suite = (letter: string, { deaths = 0, failures = 0 } = {}) => `
  const { appendFileSync, readFileSync } = require('node:fs');
  const done = __dirname + '/done';
  it('runs', () => {
    appendFileSync(done, '${letter}');
    const count = readFileSync(done, 'utf8').split('${letter}').length - 1;
    if (count <= ${deaths}) process.kill(process.pid, 'SIGKILL');
    if (count <= ${failures}) throw new Error('no');
  });`;

describe('runSuites', () => {
  it.each([
    ['whose worker died', { deaths: 1 }, []],
    ['that failed', { failures: 1 }, ['runs']],
  ])('reruns a suite %s and counts it once', (_, fault, failed) => {
    expect(runSuites({ one: suite('a'), two: suite('b', fault), three: suite('c') })).toEqual({
      runs: [
        {
          isRerun: false,
          counts: { passed: 2, failed: 0, skipped: 0 },
          rerun: [{ file: 'two', failed }],
          suites: timed('one', 'three'),
        },
        { isRerun: true, counts: { passed: 1, failed: 0, skipped: 0 }, rerun: [], suites: timed('two') },
      ],
      done: 'abbc',
    });
  });

  it('counts a suite as failed when its rerun fails', () => {
    const { runs, done } = runSuites({ one: suite('a'), two: suite('b', { failures: 2 }) });
    expect(runs.map(({ counts }) => [counts.passed, counts.failed])).toEqual([
      [1, 0],
      [0, 1],
    ]);
    expect(done).toBe('abb');
  });

  it('reruns no suite when more than five failed', () => {
    const failing = Object.fromEntries([...'abcdef'].map((letter) => [letter, suite(letter, { failures: 1 })]));
    const { runs, done } = runSuites(failing);
    expect(runs).toMatchObject([{ isRerun: false, counts: { passed: 0, failed: 6, skipped: 0 }, rerun: [] }]);
    expect(done).toBe('abcdef');
  });
});
