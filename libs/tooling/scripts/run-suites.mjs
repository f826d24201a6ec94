// Runs jest, and reruns the suites that failed.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root, say } from './workspace.mjs';

/** Longer than the limit of the suite watch, which an endless loop in jest's own process also blocks. */
const MAX_RUN_MS = 37 * 60_000;
const MAX_READ_MS = 5_000;

const REPORTERS = ['--reporters', 'default', '--reporters', path.join(root, 'libs/tooling/suite-watch.cjs')];

/** Runs a program. Resolves with its exit status (null after a signal) and its piped output. */
export function run(command, args, options) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, ...options });
    const limit = setTimeout(() => {
      say(`Killed after ${MAX_RUN_MS / 60_000} minutes: ${command} ${args.join(' ')}`);
      spawnSync('pkill', ['-KILL', '-P', String(child.pid)]);
      child.kill('SIGKILL');
    }, MAX_RUN_MS);
    let output = '';
    for (const pipe of [child.stdout, child.stderr]) {
      pipe?.setEncoding('utf8').on('data', (text) => {
        output += text;
      });
    }
    child.once('error', reject);
    child.once('exit', async (status) => {
      clearTimeout(limit);
      // A process that the program left running may keep the pipes open.
      await Promise.race([once(child, 'close'), sleep(MAX_READ_MS, undefined, { ref: false })]);
      resolve({ status, output });
    });
  });
}

/** More failures than these are not accidents of a busy machine. */
const MAX_RERUN_SUITES = 5;

/**
 * Runs jest, then reruns failed suites alone, so that tests with a time limit do not fail on a busy machine. Yields one
 * result per run: a suite that is rerun counts once, with its second result. `rerun`: paths of the suites to rerun and
 * what failed in them. `suites`: path and seconds of each. With `isPiped` the result has the output, otherwise jest
 * prints it. `node`: the Node.js program.
 */
export async function* runSuites(args, { env, isPiped, node = process.execPath }) {
  const first = await runJest(args, { env, isPiped, node });
  yield first;
  if (first.rerun.length === 0) return;
  const alone = args.filter((arg) => !arg.startsWith('--maxWorkers'));
  const paths = first.rerun.map(({ file }) => file);
  yield await runJest([...alone, '--runTestsByPath', ...paths], { env, isPiped, node, isRerun: true });
}

async function runJest(args, { env, isPiped, node, isRerun = false }) {
  const startedAt = Date.now();
  const report = path.join(mkdtempSync(path.join(tmpdir(), 'orbweaver-report-')), 'report.json');
  const alone = isRerun && !args.includes('--runInBand') ? ['--maxWorkers=1'] : [];
  const { status, output } = await run(
    node,
    [
      path.join(root, 'node_modules/jest/bin/jest.js'),
      ...args,
      ...alone,
      ...REPORTERS,
      '--json',
      '--outputFile',
      report,
    ],
    { stdio: ['ignore', 'ignore', isPiped ? 'pipe' : 'inherit'], env: { ...process.env, ...env } },
  );
  const base = { isRerun, output, startedAt, rerun: [], suites: [] };
  const result = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined;
  rmSync(path.dirname(report), { recursive: true });
  if (result === undefined) return { ...base, counts: { failed: 1 } };
  const failures = result.numFailedTests + result.numRuntimeErrorTestSuites;
  const failedSuites = result.testResults.filter(({ status: outcome }) => outcome === 'failed');
  const rerun = isRerun || failedSuites.length > MAX_RERUN_SUITES ? [] : failedSuites;
  const repeated = new Set(rerun);
  const kept = result.testResults.filter((suite) => !repeated.has(suite));
  const tests = kept.flatMap(({ assertionResults }) => assertionResults.map((test) => test.status));
  const failed = rerun.length > 0 ? 0 : failures;
  return {
    ...base,
    rerun: rerun.map((suite) => ({ file: suite.name, failed: failedTests(suite) })),
    suites: kept.map(({ name, startTime, endTime }) => ({ name, seconds: (endTime - startTime) / 1000 })),
    counts: {
      passed: tests.filter((outcome) => outcome === 'passed').length,
      // Jest can also fail outside a test: an open handle, a coverage threshold, no suite found.
      failed: failures === 0 && status !== 0 ? 1 : failed,
      skipped: tests.filter((outcome) => ['pending', 'todo', 'disabled'].includes(outcome)).length,
    },
  };
}

/** Titles of the failed tests. None when the suite could not run, for example because its worker was killed. */
function failedTests({ assertionResults }) {
  return assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName);
}
