// Applies the production overlay and the chart to a real Kubernetes API server, then again with a changed setting.
// Installs, upgrades, rolls back and uninstalls the chart by Helm with each of its examples, and the packed chart of a
// release from a registry. Exits with 1 and the problems.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { startChartRegistry } from './api-server/chart-registry.mjs';
import { findApiServer } from './api-server/find-api-server.mjs';
import { installOperators } from './api-server/install-operators.mjs';
import { runRelease } from './api-server/run-release.mjs';
import { startApiServer } from './api-server/start-api-server.mjs';
import { findHelm, renderChart } from './deployment/render-chart.mjs';
import { findRenderer } from './deployment/render-kustomization.mjs';
import { MissingToolError } from './missing-tool.mjs';
import { packChart } from './release/pack-chart.mjs';
import { root, say } from './workspace.mjs';

const NAMESPACE = 'orbweaver';
const PREPARATION = 'app.kubernetes.io/component=preparation';
const JOBS = `/apis/batch/v1/namespaces/${NAMESPACE}/jobs`;

const CHART = path.join(root, 'k8s/chart');
const EXAMPLES = path.join(CHART, 'ci');

const cache = path.join(root, 'libs/tooling/.cache');
mkdirSync(cache, { recursive: true });
const scratch = mkdtempSync(path.join(cache, 'api-server-'));
let server;
let failed = false;
try {
  const [kustomize, helm] = [findRenderer(), findHelm()];
  if (kustomize === undefined || helm === undefined) throw new MissingToolError('kustomize and helm are needed.');
  server = await startApiServer(findApiServer(say));
  await run('k8s/overlays/production', (setting) => overlay(kustomize, setting), deleteJobs);
  await run('k8s/chart', (setting) => chart(helm, setting));
  await installOperators(server.request);
  for (const example of readdirSync(EXAMPLES)) {
    const [first, second] = ['first', 'second'].map((setting) => valuesOf(example, setting));
    await release(helm, `ci/${example}`, [CHART], { first, second });
  }
  await publishedRelease(helm);
} catch (error) {
  if (!(error instanceof MissingToolError)) throw error;
  say(`left out: the API server: ${error.message}`);
  failed = Boolean(process.env.CI);
} finally {
  await server?.stop();
  rmSync(scratch, { recursive: true });
}
process.exitCode = failed ? 1 : 0;

/** @param {() => Promise<void>} [prepare] the steps of operations.md before an update */
async function run(title, render, prepare = async () => undefined) {
  await server.request('POST', '/api/v1/namespaces', { metadata: { name: NAMESPACE } });
  for (const setting of ['first', 'second', 'second']) {
    await prepare();
    const objects = render(setting);
    const problems = (await Promise.all(objects.map(apply))).flat();
    failed ||= problems.length > 0;
    say(`${problems.length === 0 ? '✓' : '✗'} ${title}, setting ${setting} (${objects.length} objects)`);
    for (const problem of problems) say(`  ${problem}`);
  }
  await deleteJobs();
}

/** As `kubectl apply --server-side` does. */
async function apply(object) {
  const { apiVersion, kind, metadata } = object;
  const base = apiVersion === 'v1' ? '/api/v1' : `/apis/${apiVersion}`;
  const { body } = await server.request('GET', base);
  const resource = body.resources.find((one) => one.kind === kind && !one.name.includes('/'));
  const scope = resource.namespaced ? `/namespaces/${NAMESPACE}` : '';
  const url = `${base}${scope}/${resource.name}/${metadata.name}?fieldManager=checks&force=true&fieldValidation=Strict`;
  const answer = await server.request('PATCH', url, object, 'application/apply-patch+yaml');
  return answer.status < 300 ? [] : [`${kind}/${metadata.name}: ${answer.body.message}`];
}

async function deleteJobs() {
  await server.request(
    'DELETE',
    `${JOBS}?labelSelector=${encodeURIComponent(PREPARATION)}&propagationPolicy=Background`,
  );
}

function overlay(render, setting) {
  const dir = path.join(scratch, setting);
  mkdirSync(dir, { recursive: true });
  const up = path.relative(dir, path.join(root, 'k8s'));
  const literals = [`PUBLIC_URL=https://${setting}.example.com`];
  const kustomization = {
    namespace: NAMESPACE,
    resources: [`${up}/overlays/production`],
    configMapGenerator: [{ name: 'orbweaver-settings', behavior: 'merge', literals }],
  };
  writeFileSync(path.join(dir, 'kustomization.yaml'), JSON.stringify(kustomization));
  return render(dir);
}

function chart(helm, setting) {
  const objects = renderChart(helm, CHART, valuesOf('production.yaml', setting));
  for (const { metadata } of objects) metadata.namespace ??= NAMESPACE;
  return objects.map((object) => (object.kind === 'PriorityClass' ? withoutNamespace(object) : object));
}

/** Writes the values of an example with a setting of its own. */
function valuesOf(example, setting) {
  const values = path.join(scratch, `${setting}-${example}`);
  const { settings, ...others } = parse(readFileSync(path.join(EXAMPLES, example), 'utf8'));
  const changed = { ...others, settings: { ...settings, PUBLIC_URL: `https://${setting}.example.com` } };
  writeFileSync(values, JSON.stringify(changed));
  return values;
}

async function release(helm, title, source, values) {
  const namespace = `release-${path.basename(title, '.yaml').replaceAll(' ', '-')}`;
  await server.request('POST', '/api/v1/namespaces', { metadata: { name: namespace } });
  const problems = await runRelease({ helm, server, namespace, chart: source }, values);
  failed ||= problems.length > 0;
  say(`${problems.length === 0 ? '✓' : '✗'} helm install, upgrade, rollback, uninstall with ${title}`);
  for (const problem of problems) say(`  ${problem}`);
}

/** The chart of a release, as release.yaml publishes it, without values. */
async function publishedRelease(helm) {
  const digests = { service: `sha256:${'a'.repeat(64)}`, renderer: `sha256:${'b'.repeat(64)}` };
  const packed = packChart(helm, { registry: 'registry.example.com/orbweaver', digests, dir: scratch });
  const [first, second] = [{}, { settings: { PUBLIC_URL: 'https://second.example.com' } }].map((values, index) => {
    const file = path.join(scratch, `published-${index}.yaml`);
    writeFileSync(file, JSON.stringify(values));
    return file;
  });
  const registry = await startChartRegistry();
  try {
    const charts = `oci://${registry.address}/charts`;
    helm(['push', packed, charts, '--plain-http']);
    await release(helm, 'a published chart', [`${charts}/orbweaver`, '--plain-http'], { first, second });
  } finally {
    registry.stop();
  }
}

function withoutNamespace({ metadata: { namespace: _, ...metadata }, ...object }) {
  return { ...object, metadata };
}
