// `npm test`: installs and builds what is missing, then runs the checks and the daily suites. The black-box suites on
// one process and those on Kafka run at the same time, because both mostly wait.
//
// `npm test -- unit` runs a part (PARTS; several names run several parts). `npm run test:all` runs all parts with the
// nightly suites, `npm test -- all unit` one part with its nightly suites.
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { ensureKafka } from '../kafka/ensure-kafka.mjs';
import nightly from '../nightly-suites.cjs';
import { ensurePythonClient } from '../python-client/ensure-python-client.mjs';
import { findPgBouncer } from './find-pgbouncer.mjs';
import { ensureImageNode } from './image-node.mjs';
import { MissingToolError } from './missing-tool.mjs';
import { runRepositoryChecks } from './run-checks.mjs';
import { run, runSuites } from './run-suites.mjs';
import { readSeconds, secondsTable, writeSeconds } from './suite-seconds.mjs';
import { build, install, requireNode, root, say, step } from './workspace.mjs';

const KAFKA_PARTS = ['kafka', 'e2e-kafka', 'images'];
/** `api-server` builds an API server for minutes on its first run. */
const NIGHTLY_PARTS = ['images', 'api-server'];
/** `node` is a subset of `unit`: the suites that depend on the version of Node.js. */
const PARTS = ['checks', 'unit', 'node', 'e2e-standalone', ...KAFKA_PARTS, 'api-server'];

/** With the browsers and databases of its suites, a worker uses a core. */
const WORKERS = Math.max(2, availableParallelism());

const UNIT_SUITES = ['--config', 'libs/tooling/jest.config.cjs', `--maxWorkers=${WORKERS}`];
/** Streams, decoders, sockets, threads and memory differ between versions of Node.js. */
const NODE_SUITES = [...UNIT_SUITES, 'libs/egress/', 'libs/platform/', 'libs/extraction/src/pool/'];

const SECONDS_FOLDER = path.join(root, '.cache/suite-seconds');

const startedAt = Date.now();
const inCi = process.env.CI === 'true';
const isNightly = process.argv.includes('all');
const named = process.argv.slice(2).filter((word) => word !== 'all');
const unknown = named.filter((part) => !PARTS.includes(part));
if (unknown.length > 0) {
  say(`Unknown part: ${unknown.join(', ')}. Parts: ${PARTS.join(', ')}, and "all" for the nightly suites.`);
  process.exit(2);
}
// The jest configurations and the tables with nightly rows read it.
process.env.ORBWEAVER_TESTS = isNightly ? 'all' : 'daily';

const rerunSuites = [];
const timedSuites = [];
const totals = { passed: 0, failed: 0, skipped: 0 };

requireNode();
await step('packages installed', install);
await step('built', () => build({ withTests: true }));

const direct = { say, end: () => undefined };
if (wants('checks')) await runRepositoryChecks((name, counts, since) => count(direct, name, counts, since), say);
if (wants('api-server')) await apiServer();
if (wants('unit')) await jest(direct, 'unit and service suites', UNIT_SUITES);
else if (wants('node')) await jest(direct, `suites that depend on Node.js, on ${process.version}`, NODE_SUITES);
const lanes = await Promise.allSettled([
  wants('e2e-standalone') && onOneProcess(direct),
  KAFKA_PARTS.some(wants) && onKafka(wants('e2e-standalone') ? bufferedLane() : direct),
]);
for (const { reason } of lanes) if (reason !== undefined) throw reason;

const { stopTestServer } = await import('@orbweaver/testing');
await stopTestServer().catch((error) =>
  say(`The Postgres server of the suites could not be stopped: ${error.message}`),
);
report();
process.exit(totals.failed > 0 ? 1 : 0);

function wants(part) {
  if (named.length > 0) return named.includes(part);
  return part !== 'node' && (isNightly || !NIGHTLY_PARTS.includes(part));
}

function report() {
  if (timedSuites.length > 0) {
    say(`\n${secondsTable(timedSuites, readSeconds(SECONDS_FOLDER))}`);
    say(`Seconds of all suites: ${path.relative(root, writeSeconds(SECONDS_FOLDER, timedSuites))}`);
  }
  if (!isNightly)
    say(`\nRun by npm run test:all only: ${[...NIGHTLY_PARTS, ...nightly.listNightlySuites()].join(', ')}`);
  if (rerunSuites.length > 0)
    say(
      `\n✗ suites that failed at first, and their failed tests (✓ above: passed when run again):\n${rerunSuites.join('\n')}`,
    );
  say(`\n${Math.round((Date.now() - startedAt) / 1000)} s in total`);
  say(`\n${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`);
}

/** Output of a lane that runs next to another: printed whenever one of its steps has finished. */
function bufferedLane() {
  const buffer = [];
  return {
    say: (text) => buffer.push(`${text}\n`),
    write: (chunk) => buffer.push(chunk),
    end: () => process.stdout.write(buffer.splice(0).join('')),
  };
}

/** Applies the manifests to a real Kubernetes API server. */
async function apiServer() {
  const since = Date.now();
  const { status, output } = await run(process.execPath, ['libs/tooling/scripts/check-api-server.mjs'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  count(direct, 'manifests on an API server', { [status === 0 ? 'passed' : 'failed']: 1 }, since);
  say(output);
}

/** Runs jest, shows its output and adds its counts. */
async function jest(lane, name, args, { env = {}, node, system } = {}) {
  lane.say(`\n— ${name}`);
  const runs = runSuites(args, { env, node, isPiped: lane !== direct });
  for await (const { isRerun, output, counts, startedAt: since, rerun, suites } of runs) {
    lane.write?.(output);
    count(lane, isRerun ? `${name}, again` : name, counts, since);
    if (rerun.length > 0) lane.say(`\n— ${name}, again: the suites that failed`);
    rerunSuites.push(...rerun.map(({ file, failed }) => `  ${relative(file)}: ${failed.join('; ') || 'did not run'}`));
    timedSuites.push(...suites.map((suite) => ({ ...suite, name: [system, relative(suite.name)].join(' ').trim() })));
  }
}

function relative(file) {
  return path.relative(root, file);
}

function e2e(lane, system, env, node) {
  return jest(lane, `black box: ${system}`, ['--config', 'apps/e2e/jest.config.cjs', '--runInBand'], {
    env: { ORBWEAVER_E2E: system, ...env },
    node,
    system,
  });
}

async function onOneProcess(lane) {
  await e2e(lane, 'standalone', await pythonClient());
}

async function onKafka(lane) {
  lane.say('\n· starting Kafka (on a first run Maven fetches its jars)');
  const kafka = await unlessMissing(lane, 'Kafka suites', ensureKafka);
  if (kafka === undefined) return;
  try {
    const env = { KAFKA_BROKERS: kafka.brokers };
    const transport = ['--config', 'libs/messaging/jest.config.cjs', '--runInBand', '\\.kafka\\.spec\\.ts$'];
    if (wants('kafka')) await jest(lane, 'transport on Kafka', transport, { env, system: 'kafka' });
    if (wants('e2e-kafka')) await e2e(lane, 'kafka', { ...env, ...(isNightly && (await pgBouncer(lane))) });
    if (wants('images')) await onImageNode(lane, env);
  } finally {
    await kafka.stop();
  }
}

/** On the Node.js of the images: their folders, and the suites that depend on Node.js, unless these ran on it before. */
async function onImageNode(lane, env) {
  const node = await unlessMissing(lane, 'suites on the Node.js of the images', () =>
    ensureImageNode((line) => lane.say(`· ${line}`)),
  );
  if (node === undefined) return;
  if (node !== process.execPath || !wants('unit'))
    await jest(lane, 'suites that depend on Node.js, on that of the images', NODE_SUITES, { node, system: 'images' });
  await e2e(lane, 'images', env, node);
}

/** The Python of the client suites, with its packages. */
async function pythonClient() {
  const found = await unlessMissing(direct, 'Python client suites', () =>
    ensurePythonClient((line) => say(`· ${line}`)),
  );
  if (found === undefined) return {};
  return { ORBWEAVER_PYTHON: found.python, ORBWEAVER_PYTHON_PACKAGES: found.packages };
}

async function pgBouncer(lane) {
  const program = await unlessMissing(lane, 'the connection pooler suite', findPgBouncer);
  return program === undefined ? {} : { ORBWEAVER_PGBOUNCER: program };
}

/** Leaves suites out, with a notice, when the machine lacks a program for them. In CI that is a failure. */
async function unlessMissing(lane, suites, prepare) {
  const since = Date.now();
  try {
    return await prepare();
  } catch (error) {
    if (!(error instanceof MissingToolError)) throw error;
    lane.say(`— ${suites} left out: ${error.message}`);
    if (inCi) count(lane, suites, { failed: 1 }, since);
    else lane.end();
    return undefined;
  }
}

function count(lane, name, { passed = 0, failed = 0, skipped = 0 }, since) {
  totals.passed += passed;
  totals.failed += failed;
  totals.skipped += skipped;
  const seconds = Math.round((Date.now() - since) / 1000);
  lane.say(`${failed > 0 ? '✗' : '✓'} ${name}: ${passed} passed, ${failed} failed, ${skipped} skipped (${seconds} s)`);
  lane.end();
}
