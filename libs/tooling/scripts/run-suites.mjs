// Runs suites with jest, and those once more whose worker was lost.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root, say } from './workspace.mjs';

/** Beyond what the suite watch ends by itself: an endless computation in its own process stops it too. */
const LONGEST_RUN_MS = 37 * 60_000;
const TIME_TO_READ_MS = 5_000;

const REPORTERS = ['--reporters', 'default', '--reporters', path.join(root, 'libs/tooling/suite-watch.cjs')];

/** Runs a program. Resolves with its exit status, null when it was ended, and what it wrote to its pipes. */
export function run(command, args, options) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, ...options });
    const limit = setTimeout(() => {
      say(`ended after ${LONGEST_RUN_MS / 60_000} minutes: ${command} ${args.join(' ')}`);
      spawnSync('pkill', ['-KILL', '-P', String(child.pid)]);
      child.kill('SIGKILL');
    }, LONGEST_RUN_MS);
    let output = '';
    for (const pipe of [child.stdout, child.stderr]) {
      pipe?.setEncoding('utf8').on('data', (text) => {
        output += text;
      });
    }
    child.once('error', reject);
    child.once('exit', async (status) => {
      clearTimeout(limit);
      // A process that it left behind may hold its pipes open for ever.
      await Promise.race([once(child, 'close'), sleep(TIME_TO_READ_MS, undefined, { ref: false })]);
      resolve({ status, output });
    });
  });
}

/**
 * Runs jest, and then, in a run of their own, the suites that lost their worker. Yields each run with its figures: a
 * suite that cannot run counts as a failure, one that is run again does not. `lost` are the paths of the latter. With
 * `isKept` the output is in the answer, else it is shown. `node` is the program that runs jest.
 */
export async function* runSuites(args, { env, isKept, node = process.execPath }) {
  const first = await runJest(args, { env, isKept, node });
  yield first;
  if (first.lost.length === 0) return;
  yield await runJest([...args, '--runTestsByPath', ...first.lost], { env, isKept, node, isAgain: true });
}

async function runJest(args, { env, isKept, node, isAgain = false }) {
  const startedAt = Date.now();
  const report = path.join(mkdtempSync(path.join(tmpdir(), 'orbweaver-report-')), 'report.json');
  const { status, output } = await run(
    node,
    [path.join(root, 'node_modules/jest/bin/jest.js'), ...args, ...REPORTERS, '--json', '--outputFile', report],
    { stdio: ['ignore', 'ignore', isKept ? 'pipe' : 'inherit'], env: { ...process.env, ...env } },
  );
  const ended = { isAgain, output, startedAt, lost: [] };
  const result = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined;
  rmSync(path.dirname(report), { recursive: true });
  if (result === undefined) return { ...ended, figures: { failed: 1 } };
  const lost = isAgain ? [] : suitesWithoutWorker(result);
  const failed = result.numFailedTests + result.numRuntimeErrorTestSuites;
  const figures = {
    passed: result.numPassedTests,
    // Jest may fail for reasons outside a test: a leak, a threshold, nothing found.
    failed: failed === 0 && status !== 0 ? 1 : failed - lost.length,
    skipped: result.numPendingTests + result.numTodoTests,
  };
  return { ...ended, figures, lost };
}

/** They have told nothing, as the system or the suite watch has ended their worker; each is run once more. */
function suitesWithoutWorker({ testResults }) {
  return testResults
    .filter(({ assertionResults }) => assertionResults.length === 0)
    .filter(({ message }) => /^.*jest worker process .* was terminated by another process/m.test(message))
    .map(({ name }) => name);
}
