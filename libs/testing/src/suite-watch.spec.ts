import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.resolve(__dirname, '../../..');
const WATCH = path.join(root, 'libs/tooling/suite-watch.cjs');
/** A busy machine takes seconds to start a worker. */
const LIMITS = { silenceToTellMs: 10_000, silenceToEndMs: 20_000, timeToEndMs: 1_000, checkEveryMs: 200 };

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'orbweaver-suites-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

function runSuites(suites: Record<string, string>, limits: Partial<typeof LIMITS & { longestRunMs: number }> = {}) {
  for (const [name, text] of Object.entries(suites)) {
    mkdirSync(path.join(dir, 'suites'), { recursive: true });
    writeFileSync(path.join(dir, 'suites', `${name}.spec.js`), text);
  }
  const reporters = ['default', [WATCH, { ...LIMITS, ...limits }]];
  const config = { rootDir: dir, testMatch: ['<rootDir>/suites/*.spec.js'], testEnvironment: 'node', reporters };
  writeFileSync(path.join(dir, 'jest.config.json'), JSON.stringify(config));
  const jest = path.join(root, 'node_modules/jest/bin/jest.js');
  const args = [jest, '--config', path.join(dir, 'jest.config.json'), '--maxWorkers=2', '--no-cache'];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 50_000 });
  return { status, stderr };
}

const passes = "it('passes', () => undefined);";
const spins = "it('spins', () => { for (;;); });";
const leaks = "it('leaks', () => void require('node:net').createServer().listen(0, '127.0.0.1'));";
const fails = "it('fails', () => { throw new Error('no'); });";

describe('the suite watch', () => {
  it('says nothing of suites that end', () => {
    const { status, stderr } = runSuites({ one: passes, two: passes });
    expect(stderr).not.toContain('suite watch');
    expect(status).toBe(0);
  });

  it('kills the worker of a suite that computes without an end, and lets the others end', () => {
    const { status, stderr } = runSuites({ one: passes, two: spins, three: passes });
    expect(stderr).toMatch(/suite watch: ended, for no suite has in .*two\.spec\.js/);
    expect(stderr).toContain('terminated by another process');
    expect(stderr).toMatch(/Test Suites: 1 failed, 2 passed/);
    expect(status).toBe(1);
  });

  it.each([
    ['passed', passes],
    ['failed', fails],
  ])('ends a run whose suites have %s and left something open, as failed', (_, suite) => {
    // Alone it runs in the process of the run.
    const { status, stderr } = runSuites({ one: `${suite}${leaks}` });
    expect(stderr).toMatch(/suite watch: all suites have ended, and the run has not: open are .*TCPServerWrap/);
    expect(status).toBe(1);
  });

  it('ends a run that takes too long though suites end', () => {
    const suite = "it('waits', () => new Promise((resolve) => setTimeout(resolve, 1500)));";
    const suites = Object.fromEntries(Array.from({ length: 12 }, (__, index) => [`suite${index}`, suite]));
    const { status, stderr } = runSuites(suites, { longestRunMs: 3_000 });
    expect(stderr).toMatch(/suite watch: ended, for the run takes longer than/);
    expect(status).toBe(1);
  });
});
