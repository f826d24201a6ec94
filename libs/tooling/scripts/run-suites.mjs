// Runs jest, and reruns suites whose worker process died.
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

/**
 * Runs jest, then reruns the suites whose worker died. Yields one result per run: a suite that cannot run counts as
 * failed, a suite that is rerun counts once. `lost`: paths of the suites to rerun. `suites`: path and seconds of each.
 * With `isPiped` the result has the output, otherwise jest prints it. `node`: the Node.js program.
 */
export async function* runSuites(args, { env, isPiped, node = process.execPath }) {
  const first = await runJest(args, { env, isPiped, node });
  yield first;
  if (first.lost.length === 0) return;
  yield await runJest([...args, '--runTestsByPath', ...first.lost], { env, isPiped, node, isRerun: true });
}

async function runJest(args, { env, isPiped, node, isRerun = false }) {
  const startedAt = Date.now();
  const report = path.join(mkdtempSync(path.join(tmpdir(), 'orbweaver-report-')), 'report.json');
  const { status, output } = await run(
    node,
    [path.join(root, 'node_modules/jest/bin/jest.js'), ...args, ...REPORTERS, '--json', '--outputFile', report],
    { stdio: ['ignore', 'ignore', isPiped ? 'pipe' : 'inherit'], env: { ...process.env, ...env } },
  );
  const base = { isRerun, output, startedAt, lost: [], suites: [] };
  const result = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined;
  rmSync(path.dirname(report), { recursive: true });
  if (result === undefined) return { ...base, counts: { failed: 1 } };
  const lost = isRerun ? [] : suitesWithoutWorker(result);
  const failed = result.numFailedTests + result.numRuntimeErrorTestSuites;
  const counts = {
    passed: result.numPassedTests,
    // Jest can also fail outside a test: an open handle, a coverage threshold, no suite found.
    failed: failed === 0 && status !== 0 ? 1 : failed - lost.length,
    skipped: result.numPendingTests + result.numTodoTests,
  };
  const suites = result.testResults
    .filter(({ name }) => !lost.includes(name))
    .map(({ name, startTime, endTime }) => ({ name, seconds: (endTime - startTime) / 1000 }));
  return { ...base, counts, lost, suites };
}

/** Suites without results because the operating system or the suite watch killed their worker. */
function suitesWithoutWorker({ testResults }) {
  return testResults
    .filter(({ assertionResults }) => assertionResults.length === 0)
    .filter(({ message }) => /^.*jest worker process .* was terminated by another process/m.test(message))
    .map(({ name }) => name);
}
