// `npm test`: installs and builds what is missing, then runs the checks and every suite: units and services on
// real Postgres and Chromium, the transport on real Kafka, the black-box suites on one process and on many, and what
// images are made of.
//
// `npm test -- unit` (or another of PARTS) runs a part of it.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { ensureKafka, MissingToolError } from '../kafka/kafka.mjs';
import { ensurePythonClient } from '../python-client/ensure-python-client.mjs';
import { findPgBouncer } from './find-pgbouncer.mjs';
import { build, install, requireNode, root, say, step } from './workspace.mjs';

const PARTS = ['checks', 'unit', 'e2e-standalone', 'kafka', 'e2e-kafka', 'images'];

/**
 * The suites wait for browsers, servers and databases more than they compute: jest's default leaves two cores half
 * idle.
 */
const WORKERS = Math.max(2, availableParallelism() - 1);

const KNIP = ['--config', 'libs/tooling/knip.jsonc', '--no-config-hints', '--no-progress'];

const inCi = process.env.CI === 'true';
const wanted = process.argv.slice(2);
const unknown = wanted.filter((part) => !PARTS.includes(part));
if (unknown.length > 0) {
  say(`There is no part ${unknown.join(', ')}; there are ${PARTS.join(', ')}.`);
  process.exit(2);
}
const totals = { passed: 0, failed: 0, skipped: 0 };

requireNode();
await step('packages installed', install);
await step('built', () => build({ withTests: true }));

const wants = (part) => wanted.length === 0 || wanted.includes(part);
if (wants('checks')) checks();
if (wants('unit'))
  jest('unit and service suites', ['--config', 'libs/tooling/jest.config.cjs', `--maxWorkers=${WORKERS}`]);
if (wants('e2e-standalone')) e2e('standalone', await pythonClient());
if (['kafka', 'e2e-kafka', 'images'].some(wants)) await withKafka();

const { stopTestServer } = await import('@orbweaver/testing');
await stopTestServer();
say(`\n${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`);
process.exit(totals.failed > 0 ? 1 : 0);

/** Rules that no suite asserts: style, who may import whom, generated files, manifests. Each counts as one test. */
function checks() {
  const bin = (name) => path.join(root, 'node_modules/.bin', name);
  check('style and lint', bin('biome'), ['check', '.']);
  check('import rules', bin('depcruise'), ['--config', 'libs/tooling/dependency-rules.cjs', ...sources()]);
  check('no name has two meanings', process.execPath, ['libs/tooling/scripts/check-export-names.mjs']);
  check('nothing is unused', bin('knip'), KNIP);
  check('no code for tests is shipped', process.execPath, ['libs/tooling/scripts/check-dist.mjs']);
  check('migrations match the schema', process.execPath, ['libs/persistence/scripts/migration.mjs', 'check']);
  check('migrations lock nobody out', process.execPath, ['libs/persistence/scripts/check-migrations.mjs']);
  check('maps and tables of the docs are current', process.execPath, [
    'libs/tooling/scripts/docs-tables.mjs',
    '--check',
  ]);
  check('what the docs name is there', process.execPath, ['libs/tooling/scripts/check-docs.mjs']);
  check('manifests are valid', process.execPath, ['libs/tooling/scripts/check-k8s.mjs']);
  check('dashboards and alerts ask for what there is', process.execPath, [
    'libs/tooling/scripts/observability.mjs',
    '--check',
  ]);
  check('everything names one version', process.execPath, ['libs/tooling/scripts/check-versions.mjs']);
  check('images and compose files are valid', process.execPath, ['libs/tooling/scripts/check-docker.mjs']);
}

function sources() {
  const folders = ['apps', 'libs'].flatMap((dir) =>
    readdirSync(path.join(root, dir)).flatMap((name) => [`${dir}/${name}/src`, `${dir}/${name}/test`]),
  );
  return folders.filter((dir) => existsSync(path.join(root, dir)));
}

function check(name, command, args) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: root, encoding: 'utf8' });
  const leftOut = stdout.split('\n').filter((line) => line.startsWith('left out: '));
  count(name, { [status === 0 ? 'passed' : 'failed']: 1, skipped: leftOut.length });
  if (status !== 0) say(`${stdout}${stderr}`);
  // What the machine has no programs for; in CI the check has failed by it.
  else for (const line of leftOut) say(`— ${line}`);
}

/** Runs jest, shows its output, and adds its figures; a suite that cannot run counts as a failure. */
function jest(name, args, env = {}) {
  say(`\n— ${name}`);
  const report = path.join(mkdtempSync(path.join(tmpdir(), 'orbweaver-report-')), 'report.json');
  const { status } = spawnSync(
    process.execPath,
    [path.join(root, 'node_modules/jest/bin/jest.js'), ...args, '--json', '--outputFile', report],
    { cwd: root, stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, ...env } },
  );
  if (!existsSync(report)) return count(name, { failed: 1 });
  const result = JSON.parse(readFileSync(report, 'utf8'));
  rmSync(path.dirname(report), { recursive: true });
  const failed = result.numFailedTests + result.numRuntimeErrorTestSuites;
  count(name, {
    passed: result.numPassedTests,
    // Jest may fail for reasons outside a test: a leak, a threshold, nothing found.
    failed: failed === 0 && status !== 0 ? 1 : failed,
    skipped: result.numPendingTests + result.numTodoTests,
  });
}

function e2e(system, env) {
  jest(`black box: ${system}`, ['--config', 'apps/e2e/jest.config.cjs', '--runInBand'], {
    ORBWEAVER_E2E: system,
    ...env,
  });
}

async function withKafka() {
  const kafka = await startKafka();
  if (kafka === undefined) return;
  try {
    const env = { KAFKA_BROKERS: kafka.brokers };
    if (wants('kafka')) jest('transport on Kafka', ['--config', 'libs/messaging/jest.config.cjs', '--runInBand'], env);
    if (wants('e2e-kafka')) e2e('kafka', { ...env, ...(await pgBouncer()) });
    if (wants('images')) e2e('images', env);
  } finally {
    await kafka.stop();
  }
}

async function startKafka() {
  say('\n· starting Kafka (its jars come through Maven on a first run)');
  return unlessMissing('Kafka suites', ensureKafka);
}

/** Where the suite of the Python client finds Python and its packages. */
async function pythonClient() {
  const found = await unlessMissing('the suite of the Python client', () =>
    ensurePythonClient((line) => say(`· ${line}`)),
  );
  if (found === undefined) return {};
  return { ORBWEAVER_PYTHON: found.python, ORBWEAVER_PYTHON_PACKAGES: found.packages };
}

/** Where the suite of the pooler finds it. */
async function pgBouncer() {
  const program = await unlessMissing('the suite of the pooler', findPgBouncer);
  return program === undefined ? {} : { ORBWEAVER_PGBOUNCER: program };
}

/** What the machine has no tools for is left out, and said. */
async function unlessMissing(suites, prepare) {
  try {
    return await prepare();
  } catch (error) {
    if (!(error instanceof MissingToolError)) throw error;
    say(`— ${suites} left out: ${error.message}`);
    // In CI nobody reads the notice, so a missing part is a failure.
    if (inCi) count(suites, { failed: 1 });
    return undefined;
  }
}

function count(name, { passed = 0, failed = 0, skipped = 0 }) {
  totals.passed += passed;
  totals.failed += failed;
  totals.skipped += skipped;
  say(`${failed > 0 ? '✗' : '✓'} ${name}: ${passed} passed, ${failed} failed, ${skipped} skipped`);
}
