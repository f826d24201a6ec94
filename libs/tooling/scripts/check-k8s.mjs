// Renders everything in k8s/ and checks the objects: against the schemas of Kubernetes, and that they fit together.
// Needs no cluster, but one of kustomize, kubectl and Go: without, it does nothing, or fails in CI.
// Exits with 1 and the problems when something is wrong.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { checkRules } from './deployment/check-kubernetes-rules.mjs';
import { checkSchema } from './deployment/check-kubernetes-schema.mjs';
import { knownVariables } from './deployment/known-variables.mjs';
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
  const kustomization = { resources: [`${up}/overlays/production`], components: [`${up}/components/${name}`] };
  writeFileSync(path.join(root, dir, 'kustomization.yaml'), JSON.stringify(kustomization));
  return { dir, title: `k8s/components/${name}` };
});
const variables = knownVariables();
let failed = false;
const places = ['k8s/base', ...overlays].map((dir) => ({ dir, title: dir }));
for (const { dir, title } of [...places, ...components]) {
  const problems = [];
  let objects = [];
  try {
    objects = render(path.join(root, dir));
    problems.push(...(await checkSchema(objects)));
    problems.push(...checkRules(objects, { variables, isComplete: dir !== 'k8s/base' }));
  } catch (error) {
    problems.push(String(error.stderr || error.stack));
  }
  if (objects.length === 0) problems.push('has no objects');
  failed ||= problems.length > 0;
  say(`${problems.length === 0 ? '✓' : '✗'} ${title} (${objects.length} objects)`);
  for (const problem of new Set(problems)) say(`  ${problem}`);
}
process.exit(failed ? 1 : 0);
