// `npm test`: installs and builds what is missing, then runs the checks and every suite: units and services on
// real Postgres and Chromium, the transport on real Kafka, the black-box suites on one process and on many, and what
// images are made of. The suites on one process and those on Kafka run beside each other: both mostly wait.
//
// `npm test -- unit` (or another of PARTS) runs a part of it.
import { existsSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { ensureKafka } from '../kafka/ensure-kafka.mjs';
import { ensurePythonClient } from '../python-client/ensure-python-client.mjs';
import { findPgBouncer } from './find-pgbouncer.mjs';
import { ensureImageNode } from './image-node.mjs';
import { MissingToolError } from './missing-tool.mjs';
import { run, runSuites } from './run-suites.mjs';
import { build, install, requireNode, root, say, step } from './workspace.mjs';

const ON_KAFKA = ['kafka', 'e2e-kafka', 'images'];
/** Run only when named, because their first run builds for minutes. */
const NIGHTLY = ['api-server'];
const PARTS = ['checks', 'unit', 'e2e-standalone', ...ON_KAFKA, ...NIGHTLY];

/**
 * The suites wait for browsers, servers and databases as much as they compute: with as many workers as there are cores,
 * two cores are half idle.
 */
const WORKERS = availableParallelism() + 1;

const UNIT_SUITES = ['--config', 'libs/tooling/jest.config.cjs', `--maxWorkers=${WORKERS}`];
/** Streams, decoders, sockets, threads and their memory are not the same on every version of it. */
const LEANING_ON_NODE = ['libs/egress/', 'libs/platform/', 'libs/extraction/src/pool/'];

const KNIP = ['--config', 'libs/tooling/knip.jsonc', '--no-config-hints', '--no-progress'];

const inCi = process.env.CI === 'true';
const wanted = process.argv.slice(2);
const unknown = wanted.filter((part) => !PARTS.includes(part));
if (unknown.length > 0) {
  say(`There is no part ${unknown.join(', ')}; there are ${PARTS.join(', ')}.`);
  process.exit(2);
}
/** Suites that a worker did not bring to their end. */
const ranAgain = [];
const totals = { passed: 0, failed: 0, skipped: 0 };

requireNode();
await step('packages installed', install);
await step('built', () => build({ withTests: true }));

const wants = (part) => wanted.length === 0 || wanted.includes(part);
const shown = { say, end: () => undefined };
if (wants('checks')) await checks();
if (wanted.includes('api-server')) await apiServer();
if (wants('unit')) await jest(shown, 'unit and service suites', UNIT_SUITES);
const lanes = await Promise.allSettled([
  wants('e2e-standalone') && onOneProcess(shown),
  ON_KAFKA.some(wants) && onKafka(wants('e2e-standalone') ? keptLane() : shown),
]);
for (const { reason } of lanes) if (reason !== undefined) throw reason;

const { stopTestServer } = await import('@orbweaver/testing');
await stopTestServer().catch((error) => say(`The Postgres of the suites is left running: ${error.message}`));
if (ranAgain.length > 0) say(`\n↻ ran once more, as their worker was lost: ${ranAgain.join(', ')}`);
say(`\n${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`);
process.exit(totals.failed > 0 ? 1 : 0);

/** Where parts say what they have to say beside another lane: each is shown as a whole when it has ended. */
function keptLane() {
  const kept = [];
  return {
    say: (text) => kept.push(`${text}\n`),
    keep: (chunk) => kept.push(chunk),
    end: () => process.stdout.write(kept.splice(0).join('')),
  };
}

/** Manifests on a real Kubernetes API server. */
async function apiServer() {
  const startedAt = Date.now();
  const { status, output } = await run(process.execPath, ['libs/tooling/scripts/check-api-server.mjs'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  count(shown, 'manifests on an API server', { [status === 0 ? 'passed' : 'failed']: 1 }, startedAt);
  say(output);
}

/** Rules that no suite asserts: style, who may import whom, generated files, manifests. Each counts as one test. */
async function checks() {
  const bin = (name) => path.join(root, 'node_modules/.bin', name);
  const script = (name, ...args) => [process.execPath, [`libs/${name}.mjs`, ...args]];
  const left = [
    // The longest begins.
    ['manifests are valid', ...script('tooling/scripts/check-k8s')],
    ['style and lint', bin('biome'), ['check', '.']],
    ['import rules', bin('depcruise'), ['--config', 'libs/tooling/dependency-rules.cjs', ...sources()]],
    ['no name has two meanings', ...script('tooling/scripts/check-export-names')],
    ['prose is plain', ...script('tooling/scripts/check-style')],
    ['nothing is unused', bin('knip'), KNIP],
    ['no code for tests is shipped', ...script('tooling/scripts/check-dist')],
    ['migrations match the schema', ...script('persistence/scripts/migration', 'check')],
    ['migrations lock nobody out', ...script('persistence/scripts/check-migrations')],
    ['maps and tables of the docs are current', ...script('tooling/scripts/docs-tables', '--check')],
    ['OpenAPI documents are current', ...script('tooling/scripts/openapi', '--check')],
    ['what the docs name is there', ...script('tooling/scripts/check-docs')],
    ['dashboards and alerts ask for what there is', ...script('tooling/scripts/observability', '--check')],
    ['alerts fire when they should', ...script('tooling/scripts/check-alerts')],
    ['everything names one version', ...script('tooling/scripts/check-versions')],
    ['images and compose files are valid', ...script('tooling/scripts/check-docker')],
  ];
  // Most have one thread.
  await Promise.all(Array.from({ length: availableParallelism() }, checkWhatIsLeft));

  async function checkWhatIsLeft() {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const [name, command, args] = next;
      const startedAt = Date.now();
      const { status, output } = await run(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
      const leftOut = output.split('\n').filter((line) => line.startsWith('left out: '));
      count(shown, name, { [status === 0 ? 'passed' : 'failed']: 1, skipped: leftOut.length }, startedAt);
      if (status !== 0) say(output);
      // What the machine has no programs for; in CI the check has failed by it.
      else for (const line of leftOut) say(`— ${line}`);
    }
  }
}

function sources() {
  const folders = ['apps', 'libs'].flatMap((dir) =>
    readdirSync(path.join(root, dir)).flatMap((name) => [`${dir}/${name}/src`, `${dir}/${name}/test`]),
  );
  return folders.filter((dir) => existsSync(path.join(root, dir)));
}

/** Runs jest, shows its output, and adds its figures. */
async function jest(lane, name, args, { env = {}, node } = {}) {
  lane.say(`\n— ${name}`);
  const runs = runSuites(args, { env, node, isKept: lane !== shown });
  for await (const { isAgain, output, figures, startedAt, lost } of runs) {
    lane.keep?.(output);
    count(lane, isAgain ? `${name} that lost their worker` : name, figures, startedAt);
    if (lost.length > 0) lane.say(`\n— ${name} that lost their worker`);
    ranAgain.push(...lost.map((suite) => path.relative(root, suite)));
  }
}

function e2e(lane, system, env, node) {
  return jest(lane, `black box: ${system}`, ['--config', 'apps/e2e/jest.config.cjs', '--runInBand'], {
    env: { ORBWEAVER_E2E: system, ...env },
    node,
  });
}

async function onOneProcess(lane) {
  await e2e(lane, 'standalone', await pythonClient());
}

async function onKafka(lane) {
  lane.say('\n· starting Kafka (its jars come through Maven on a first run)');
  const kafka = await unlessMissing(lane, 'Kafka suites', ensureKafka);
  if (kafka === undefined) return;
  try {
    const env = { KAFKA_BROKERS: kafka.brokers };
    const transport = ['--config', 'libs/messaging/jest.config.cjs', '--runInBand'];
    if (wants('kafka')) await jest(lane, 'transport on Kafka', transport, { env });
    if (wants('e2e-kafka')) await e2e(lane, 'kafka', { ...env, ...(await pgBouncer(lane)) });
    if (wants('images')) await onImageNode(lane, env);
  } finally {
    await kafka.stop();
  }
}

/** What runs in the images, on their Node.js: the folders that they are made of, and what leans on Node.js itself. */
async function onImageNode(lane, env) {
  const node = await unlessMissing(lane, 'suites on the Node.js of the images', () =>
    ensureImageNode((line) => lane.say(`· ${line}`)),
  );
  if (node === undefined) return;
  await jest(lane, 'units on the Node.js of the images', [...UNIT_SUITES, ...LEANING_ON_NODE], { node });
  await e2e(lane, 'images', env, node);
}

/** Where the suite of the Python client finds Python and its packages. */
async function pythonClient() {
  const found = await unlessMissing(shown, 'the suite of the Python client', () =>
    ensurePythonClient((line) => say(`· ${line}`)),
  );
  if (found === undefined) return {};
  return { ORBWEAVER_PYTHON: found.python, ORBWEAVER_PYTHON_PACKAGES: found.packages };
}

/** Where the suite of the pooler finds it. */
async function pgBouncer(lane) {
  const program = await unlessMissing(lane, 'the suite of the pooler', findPgBouncer);
  return program === undefined ? {} : { ORBWEAVER_PGBOUNCER: program };
}

/** What the machine has no tools for is left out, and said. */
async function unlessMissing(lane, suites, prepare) {
  const startedAt = Date.now();
  try {
    return await prepare();
  } catch (error) {
    if (!(error instanceof MissingToolError)) throw error;
    lane.say(`— ${suites} left out: ${error.message}`);
    // In CI nobody reads the notice, so a missing part is a failure.
    if (inCi) count(lane, suites, { failed: 1 }, startedAt);
    else lane.end();
    return undefined;
  }
}

function count(lane, name, { passed = 0, failed = 0, skipped = 0 }, startedAt) {
  totals.passed += passed;
  totals.failed += failed;
  totals.skipped += skipped;
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  lane.say(`${failed > 0 ? '✗' : '✓'} ${name}: ${passed} passed, ${failed} failed, ${skipped} skipped (${seconds} s)`);
  lane.end();
}
