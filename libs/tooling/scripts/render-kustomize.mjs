// Renders the Helm chart into k8s/base and k8s/components. check-k8s.mjs fails if they differ.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { leftoverFiles, makeKustomizeFiles } from './deployment/kustomize-files.mjs';
import { findHelm, HELM_SOURCES } from './deployment/render-chart.mjs';
import { root } from './workspace.mjs';

const helm = findHelm();
if (helm === undefined) throw new Error(`The chart cannot be rendered: install ${HELM_SOURCES}`);
const rendered = makeKustomizeFiles(helm);
for (const [name, text] of rendered) {
  const file = path.join(root, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}
for (const name of leftoverFiles(rendered)) rmSync(path.join(root, name));
