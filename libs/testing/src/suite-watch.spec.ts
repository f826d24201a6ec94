import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.resolve(__dirname, '../../..');
const WATCH = path.join(root, 'libs/tooling/suite-watch.cjs');
/** A busy machine takes seconds to start a worker. */
const LIMITS = { warnAfterMs: 10_000, killAfterMs: 20_000, exitAfterMs: 1_000, checkEveryMs: 200 };

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'orbweaver-suites-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

function runSuites(suites: Record<string, string>, limits: Partial<typeof LIMITS & { maxRunMs: number }> = {}) {
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

describe('SuiteWatch', () => {
  it('prints nothing when all suites finish', () => {
    const { status, stderr } = runSuites({ one: passes, two: passes });
    expect(stderr).not.toContain('suite watch');
    expect(status).toBe(0);
  });

  it('kills the worker of a suite in an endless loop and completes the others', () => {
    const { status, stderr } = runSuites({ one: passes, two: spins, three: passes });
    expect(stderr).toMatch(/suite watch: killed, no suite finished in .*two\.spec\.js/);
    expect(stderr).toContain('terminated by another process');
    expect(stderr).toMatch(/Test Suites: 1 failed, 2 passed/);
    expect(status).toBe(1);
  });

  it.each([
    ['passed', passes],
    ['failed', fails],
  ])('fails a run whose suites have %s and left a handle open', (_, suite) => {
    // A single suite runs in jest's own process.
    const { status, stderr } = runSuites({ one: `${suite}${leaks}` });
    expect(stderr).toMatch(/suite watch: all suites have finished, open handles keep the run alive: .*TCPServerWrap/);
    expect(status).toBe(1);
  });

  it('stops a run that exceeds its time limit', () => {
    const suite = "it('waits', () => new Promise((resolve) => setTimeout(resolve, 1500)));";
    const suites = Object.fromEntries(Array.from({ length: 12 }, (__, index) => [`suite${index}`, suite]));
    const { status, stderr } = runSuites(suites, { maxRunMs: 3_000 });
    expect(stderr).toMatch(/suite watch: stopped, the run exceeded/);
    expect(status).toBe(1);
  });
});
