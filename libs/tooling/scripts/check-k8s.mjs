// Renders the chart and the kustomizations in k8s/ and checks the objects against the schemas of Kubernetes and our rules.
// Fails if k8s/base or k8s/components is not what the chart renders. Needs no cluster, but kustomize, kubectl or Go, and
// helm or Go. A missing program skips its part, and fails in CI.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brokenManifests } from './deployment/broken-manifests.mjs';
import { chartOptions } from './deployment/chart-options.mjs';
import { checkRules } from './deployment/check-kubernetes-rules.mjs';
import { checkSchema } from './deployment/check-kubernetes-schema.mjs';
import { compareRenderings } from './deployment/compare-renderings.mjs';
import { knownVariables } from './deployment/known-variables.mjs';
import { makeKustomizeFiles, outdatedKustomizeFiles } from './deployment/kustomize-files.mjs';
import { findHelm, HELM_SOURCES, renderChart } from './deployment/render-chart.mjs';
import { findRenderer, KUSTOMIZE_SOURCES, parseManifests } from './deployment/render-kustomization.mjs';
import { readPartitions } from './docs/topic-partitions.mjs';
import { packChart } from './release/pack-chart.mjs';
import { root, say } from './workspace.mjs';

/** Components that change the same objects, in the order of an overlay. */
const COMBINED = ['admin', 'backup', 'private-authorities', 'kafka-client-certificates'];

const variables = knownVariables();
const partitions = readPartitions();
const rendered = new Map();
let failed = false;

const render = findRenderer();
if (render === undefined) leaveOut('k8s/base, k8s/overlays and k8s/components', KUSTOMIZE_SOURCES);
else await checkKustomizations();
const helm = findHelm();
if (helm === undefined) leaveOut('k8s/chart', HELM_SOURCES);
else await checkChart();
process.exit(failed ? 1 : 0);

/** `npm test` reports lines that begin with `left out:`. */
function leaveOut(what, sources) {
  say(`left out: rendering of ${what}, no program found; install one of: ${sources}`);
  failed ||= Boolean(process.env.CI);
}

async function checkKustomizations() {
  const overlays = readdirSync(path.join(root, 'k8s/overlays')).map((name) => `k8s/overlays/${name}`);
  for (const dir of ['k8s/base', ...overlays]) await checkKustomization(dir, dir);
  // Components are rendered on the production overlay, in a folder within the repository: kustomize rejects absolute paths.
  const cache = path.join(root, 'libs/tooling/.cache');
  mkdirSync(cache, { recursive: true });
  const scratch = mkdtempSync(path.join(cache, 'k8s-'));
  try {
    const single = readdirSync(path.join(root, 'k8s/components')).map((name) => [name]);
    for (const names of [...single, COMBINED]) {
      const dir = path.join(scratch, names.join('+'));
      mkdirSync(dir);
      const up = path.relative(dir, path.join(root, 'k8s'));
      const kustomization = {
        namespace: 'orbweaver',
        resources: [`${up}/overlays/production`],
        components: names.map((name) => `${up}/components/${name}`),
      };
      writeFileSync(path.join(dir, 'kustomization.yaml'), JSON.stringify(kustomization));
      await checkKustomization(path.relative(root, dir), `k8s/components/${names.join(', ')}`);
    }
  } finally {
    rmSync(scratch, { recursive: true });
  }
  // Every rule must report its broken manifest.
  for (const [fault, make] of Object.entries(brokenManifests)) {
    const objects = structuredClone(rendered.get('production'));
    make(objects);
    if (checkRules(objects, { variables, partitions, isComplete: true }).length > 0) continue;
    say(`✗ no rule rejects: ${fault}`);
    failed = true;
  }
}

async function checkKustomization(dir, title) {
  const isComplete = dir !== 'k8s/base';
  rendered.set(path.basename(dir), await check(title, () => render(path.join(root, dir)), { isComplete }));
}

/** @param {(objects: object[]) => string[]} [compare] finds further problems */
async function check(title, makeObjects, { isComplete = true, compare = () => [] } = {}) {
  const problems = [];
  let objects = [];
  try {
    objects = makeObjects();
    problems.push(...(await checkSchema(objects)));
    problems.push(...checkRules(objects, { variables, partitions, isComplete }));
    problems.push(...compare(objects));
  } catch (error) {
    problems.push(String(error.stderr || error.stack));
  }
  if (objects.length === 0) problems.push('has no objects');
  failed ||= problems.length > 0;
  say(`${problems.length === 0 ? '✓' : '✗'} ${title} (${objects.length} objects)`);
  for (const problem of new Set(problems)) say(`  ${problem}`);
  return objects;
}

function takes(lint) {
  try {
    lint();
    return true;
  } catch {
    return false;
  }
}

async function checkChart() {
  const chart = path.join(root, 'k8s/chart');
  for (const name of outdatedKustomizeFiles(makeKustomizeFiles(helm))) {
    say(`✗ ${name} is outdated; run: node libs/tooling/scripts/render-kustomize.mjs`);
    failed = true;
  }
  const single = readdirSync(path.join(chart, 'ci')).map((file) => [path.basename(file, '.yaml')]);
  for (const names of [...single, COMBINED]) {
    const twin = rendered.get(names.join('+'));
    const compare = (objects) => (render === undefined ? [] : compareRenderings(objects, twin));
    const values = names.map((name) => path.join(chart, 'ci', `${name}.yaml`));
    await check(`k8s/chart/ci/${names.join(', ')}`, () => renderChart(helm, chart, ...values), { compare });
  }
  const mostRenderers = partitions.get('render.bulk');
  const refused = [
    'gatway.replicas=2',
    'renderer.sandbox=yes',
    'kafka.brokers=kafka',
    'settings.DATABASE_URL=postgresql://h/d',
    'settings.KAFKA_OAUTH_CLIENT_SECRET=secret',
    'kafka.clientCertificates.enabled=true,kafka.clientCertificates.secrets.renderer=orbweaver-kafka-tls',
    'settings.PORT=8080',
    'networkPolicies.names=null',
    'networkPolicies.kafka.port=9093',
    'terminationGracePeriodSeconds=300',
    'settings.SCRAPE_DRAIN_TIMEOUT=400s',
    `renderer.autoscaling.minReplicas=${mostRenderers + 1}`,
    `renderer.autoscaling.maxReplicas=${mostRenderers + 1}`,
    `renderer.autoscaling.enabled=false,renderer.replicas=${mostRenderers + 1}`,
    `keda.enabled=true,renderer.autoscaling.enabled=false,renderer.autoscaling.maxReplicas=${mostRenderers + 1}`,
  ];
  const required = ['kafka.brokers=kafka:9092', 'image.registry=registry.example.com:5000/orbweaver'];
  const bare = ['template', 'orbweaver', chart, '--kube-version', '1.30.0'];
  for (const [index, value] of required.entries()) {
    if (takes(() => helm([...bare, '--set', value])))
      throw new Error(`k8s/chart does not require ${required[1 - index]}`);
  }
  const base = [...bare, ...required.flatMap((value) => ['--set', value])];
  const scratch = mkdtempSync(path.join(root, 'libs/tooling/.cache', 'chart-'));
  try {
    for (const [title, { values, problem }] of Object.entries(chartOptions)) {
      const file = path.join(scratch, 'values.yaml');
      writeFileSync(file, JSON.stringify(values));
      const objects = (namespace) =>
        parseManifests(helm([...base, '--namespace', namespace, '--values', file])).filter(Boolean);
      await check(`k8s/chart with ${title}`, () => objects('orbweaver'), {
        compare: (made) => problem(made, objects('second')),
      });
    }
  } finally {
    rmSync(scratch, { recursive: true });
  }
  await checkPackedChart();
  const sound = [
    `renderer.autoscaling.maxReplicas=${mostRenderers}`,
    'kafka.renderPartitions=96,renderer.autoscaling.maxReplicas=96',
  ];
  for (const values of sound) {
    if (!takes(() => helm([...base, '--set', values]))) throw new Error(`k8s/chart rejects ${values}`);
  }
  const taken = refused.filter((value) => takes(() => helm([...base, '--set', value])));
  for (const value of taken) say(`✗ k8s/chart accepts ${value}`);
  failed ||= taken.length > 0;
}

/** The chart of a release is complete without values: secrets have the rest. */
async function checkPackedChart() {
  const digests = { service: `sha256:${'a'.repeat(64)}`, renderer: `sha256:${'b'.repeat(64)}` };
  const registry = 'registry.example.com/orbweaver';
  const dir = mkdtempSync(path.join(root, 'libs/tooling/.cache', 'packed-'));
  try {
    const packed = packChart(helm, { registry, digests, dir });
    const objects = () =>
      parseManifests(
        helm(['template', 'orbweaver', packed, '--namespace', 'orbweaver', '--kube-version', '1.30.0']),
      ).filter(Boolean);
    const compare = (made) =>
      made
        .flatMap(({ spec }) => spec?.template?.spec?.containers ?? [])
        .filter(
          ({ image }) =>
            !Object.entries(digests).some(
              ([name, digest]) => image.startsWith(`${registry}/${name}:`) && image.endsWith(`@${digest}`),
            ),
        )
        .map(({ image }) => `${image} is not the image of the release`);
    // Not complete: the secrets have the brokers.
    await check('the packed chart', objects, { isComplete: false, compare });
  } finally {
    rmSync(dir, { recursive: true });
  }
}
