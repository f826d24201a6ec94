// Compares the objects of the chart with those of the kustomization, without labels, unique names and checksums of a tool.
import { isDeepStrictEqual } from 'node:util';
import { nameOf } from './check-kubernetes-schema.mjs';

export const LABELS_OF_TOOLS = [
  'app.kubernetes.io/instance',
  'app.kubernetes.io/managed-by',
  'app.kubernetes.io/version',
  'helm.sh/chart',
];
/** Generators of Kustomize and of the rule file do not add them. */
const NAME_LABELS = ['app.kubernetes.io/name', 'app.kubernetes.io/part-of'];
const GENERATED_KINDS = ['ConfigMap', 'PrometheusRule'];

export function compareRenderings(ofChart, ofKustomize) {
  const [chart, kustomize] = [ofChart, ofKustomize].map(
    (objects) => new Map(objects.map((object) => normalised(structuredClone(object))).map((one) => [nameOf(one), one])),
  );
  const problems = [];
  for (const name of kustomize.keys()) if (!chart.has(name)) problems.push(`${name}: is in the kustomization alone`);
  for (const [name, object] of chart) {
    const other = kustomize.get(name);
    if (other === undefined) problems.push(`${name}: is in the chart alone`);
    else problems.push(...differences(object, other).map((text) => `${name}: ${text}`));
  }
  return problems;
}

/** The object without the labels, names and annotations that a tool adds. Mutates it. */
export function normalised(object) {
  const { metadata } = object;
  delete metadata.namespace;
  for (const label of LABELS_OF_TOOLS) delete metadata.labels?.[label];
  if (GENERATED_KINDS.includes(object.kind)) {
    for (const label of NAME_LABELS) delete metadata.labels?.[label];
  }
  if (Object.keys(metadata.labels ?? {}).length === 0) delete metadata.labels;
  if (object.kind === 'ConfigMap') metadata.name = metadata.name.replace(/-[a-z0-9]{10}$/, '');
  const template = object.spec?.jobTemplate?.spec.template ?? object.spec?.template;
  if (template !== undefined) {
    for (const name of ['checksum/settings']) delete template.metadata.annotations?.[name];
    if (Object.keys(template.metadata.annotations ?? {}).length === 0) delete template.metadata.annotations;
    for (const { envFrom = [] } of template.spec.containers) {
      for (const { configMapRef } of envFrom) {
        if (configMapRef) configMapRef.name = configMapRef.name.replace(/-[a-z0-9]{10}$/, '');
      }
    }
  }
  if (object.kind === 'Job') {
    metadata.name = metadata.name.replace(/-[0-9a-f]{8}$/, '');
    delete metadata.annotations;
    delete object.spec.ttlSecondsAfterFinished;
  }
  return object;
}

/** Differences between two values, by path. */
function differences(ours, theirs, path = '') {
  if (isDeepStrictEqual(ours, theirs)) return [];
  const areObjects = [ours, theirs].every((value) => typeof value === 'object' && value !== null);
  if (!areObjects || Array.isArray(ours) !== Array.isArray(theirs)) {
    return [`${path}: ${JSON.stringify(ours)} in the chart, ${JSON.stringify(theirs)} in the kustomization`];
  }
  const keys = new Set([...Object.keys(ours), ...Object.keys(theirs)]);
  return [...keys].flatMap((key) => differences(ours[key], theirs[key], `${path}/${key}`));
}
