// Renders everything in k8s/ and checks the objects: against the schemas of Kubernetes, that they fit together, and that
// the chart makes the same ones as the kustomization. Needs no cluster, but one of kustomize, kubectl and Go, and for
// the chart helm or Go: what is missing is left out, and in CI it fails.
// Exits with 1 and the problems when something is wrong.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brokenManifests } from './deployment/broken-manifests.mjs';
import { checkRules } from './deployment/check-kubernetes-rules.mjs';
import { checkSchema } from './deployment/check-kubernetes-schema.mjs';
import { compareRenderings } from './deployment/compare-renderings.mjs';
import { knownVariables } from './deployment/known-variables.mjs';
import { findHelm, renderChart } from './deployment/render-chart.mjs';
import { findRenderer } from './deployment/render-kustomization.mjs';
import { root, say } from './workspace.mjs';

const overlays = readdirSync(path.join(root, 'k8s/overlays')).map((name) => `k8s/overlays/${name}`);
const render = findRenderer();
if (render === undefined) {
  say('k8s/ cannot be rendered here: kustomize, kubectl or Go is needed');
  process.exit(process.env.CI ? 1 : 0);
}
// A component is no rendering of its own: it is looked at on the production overlay.
const scratch = 'libs/tooling/.cache/k8s';
const components = readdirSync(path.join(root, 'k8s/components')).map((name) => {
  const dir = `${scratch}/${name}`;
  rmSync(path.join(root, dir), { recursive: true, force: true });
  mkdirSync(path.join(root, dir), { recursive: true });
  const up = path.relative(path.join(root, dir), path.join(root, 'k8s'));
  const kustomization = {
    namespace: 'orbweaver',
    resources: [`${up}/overlays/production`],
    components: [`${up}/components/${name}`],
  };
  writeFileSync(path.join(root, dir, 'kustomization.yaml'), JSON.stringify(kustomization));
  return { dir, title: `k8s/components/${name}` };
});
const variables = knownVariables();
let failed = false;

/** @param {(objects: object[]) => string[]} [compare] finds further problems */
async function check(title, makeObjects, { isComplete = true, compare = () => [] } = {}) {
  const problems = [];
  let objects = [];
  try {
    objects = makeObjects();
    problems.push(...(await checkSchema(objects)));
    problems.push(...checkRules(objects, { variables, isComplete }));
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

const rendered = new Map();
for (const { dir, title } of [...['k8s/base', ...overlays].map((dir) => ({ dir, title: dir })), ...components]) {
  const isComplete = dir !== 'k8s/base';
  rendered.set(path.basename(dir), await check(title, () => render(path.join(root, dir)), { isComplete }));
}

// The rules themselves: every one of them is seen to complain.
for (const [fault, make] of Object.entries(brokenManifests)) {
  const objects = structuredClone(rendered.get('production'));
  make(objects);
  if (checkRules(objects, { variables, isComplete: true }).length > 0) continue;
  say(`✗ no rule complains of: ${fault}`);
  failed = true;
}

const helm = findHelm();
if (helm === undefined) {
  say('k8s/chart cannot be rendered here: helm or Go is needed');
  failed ||= Boolean(process.env.CI);
} else {
  const chart = path.join(root, 'k8s/chart');
  for (const file of readdirSync(path.join(chart, 'ci'))) {
    const compare = (objects) => compareRenderings(objects, rendered.get(path.basename(file, '.yaml')));
    await check(`k8s/chart/ci/${file}`, () => renderChart(helm, chart, path.join(chart, 'ci', file)), { compare });
  }
  const refused = [
    'gatway.replicas=2',
    'renderer.sandbox=yes',
    'kafka.brokers=kafka',
    'settings.DATABASE_URL=postgresql://h/d',
    'settings.PORT=8080',
    'networkPolicies.names=null',
    'networkPolicies.kafka.port=9093',
    'terminationGracePeriodSeconds=300',
    'renderer.autoscaling.minReplicas=49',
  ];
  const base = ['template', 'orbweaver', chart, '--kube-version', '1.30.0', '--set', 'kafka.brokers=kafka:9092'];
  if (!takes(() => helm(base))) throw new Error('k8s/chart refuses its own values');
  const taken = refused.filter((value) => takes(() => helm([...base, '--set', value])));
  for (const value of taken) say(`✗ k8s/chart takes ${value}`);
  failed ||= taken.length > 0;
}
process.exit(failed ? 1 : 0);
