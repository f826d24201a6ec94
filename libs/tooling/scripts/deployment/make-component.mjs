// A Kustomize component: the difference between two renderings of the chart.
import { isDeepStrictEqual } from 'node:util';
import { stringify } from 'yaml';
import { nameOf } from './check-kubernetes-schema.mjs';

/**
 * `others`: both renderings with the objects of other components, which the option may also change. Such a component must
 * precede it in an overlay.
 * @returns {{ kustomization: object, added: object[] }} `added`: the rendered objects that only the option has
 */
export function makeComponent(production, option, others) {
  const before = byName(production);
  const after = new Map([...byName(others.option), ...byName(option)]);
  const added = option.filter(({ object }) => !before.has(nameOf(object)));
  const settings = [];
  const patches = new Map();
  const addedByOthers = [...byName(others.production)].filter(([name]) => !before.has(name));
  for (const [name, object] of [...before, ...addedByOthers]) {
    const changed = after.get(name);
    if (isDeepStrictEqual(object, changed)) continue;
    if (object.kind === 'ConfigMap') settings.push(...changedSettings(object, changed));
    else addPatch(patches, object, changed);
  }
  const workloads = added.filter(({ object }) => ['Deployment', 'CronJob'].includes(object.kind));
  const kustomization = {
    apiVersion: 'kustomize.config.k8s.io/v1alpha1',
    kind: 'Component',
    ...(added.length > 0 && { resources: ['objects.yaml'] }),
    ...(settings.length > 0 && {
      configMapGenerator: [{ name: 'orbweaver-settings', behavior: 'merge', literals: settings }],
    }),
    ...(patches.size > 0 && { patches: [...patches.values()].map(toPatch) }),
    ...(workloads.length > 0 && { replacements: workloads.map(sameImageAsMigrations) }),
  };
  return { kustomization, added };
}

const byName = (rendered) => new Map(rendered.map(({ object }) => [nameOf(object), object]));

/** A component can only add and change settings. */
function changedSettings(before, after) {
  const removed = Object.keys(before.data).filter((name) => !(name in after.data));
  if (removed.length > 0) throw new Error(`the option removes settings: ${removed.join(', ')}`);
  return Object.entries(after.data)
    .filter(([name, value]) => before.data[name] !== value)
    .map(([name, value]) => `${name}=${value}`);
}

/** Objects of a kind with the same change share a patch. */
function addPatch(patches, before, after) {
  const { kind, apiVersion, metadata } = before;
  const operations = after === undefined ? undefined : changes(before, after);
  const key = JSON.stringify([kind, operations]);
  const patch = patches.get(key) ?? { kind, apiVersion, names: [], operations };
  patch.names.push(metadata.name);
  patches.set(key, patch);
}

function toPatch({ kind, apiVersion, names, operations }) {
  const removal = { $patch: 'delete', apiVersion, kind, metadata: { name: 'any' } };
  return { target: { kind, name: names.join('|') }, patch: stringify(operations ?? removal) };
}

/** JSON patch operations (RFC 6902). Elements at the end of a list are appended, so that components can be combined. */
function changes(before, after, path = '') {
  if (isDeepStrictEqual(before, after)) return [];
  if (Array.isArray(before) && Array.isArray(after)) {
    const isLonger = after.length > before.length && isDeepStrictEqual(after.slice(0, before.length), before);
    if (isLonger) return after.slice(before.length).map((value) => ({ op: 'add', path: `${path}/-`, value }));
    if (after.length === before.length) {
      return after.flatMap((value, index) => changes(before[index], value, `${path}/${index}`));
    }
  } else if (isObject(before) && isObject(after)) {
    const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...keys].flatMap((key) => {
      const inner = `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      if (!(key in after)) return [{ op: 'remove', path: inner }];
      if (!(key in before)) return [{ op: 'add', path: inner, value: after[key] }];
      return changes(before[key], after[key], inner);
    });
  }
  return [{ op: 'replace', path, value: after }];
}

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Path of the image of a workload's first container. */
export function imagePathOf(kind) {
  const toPod = kind === 'CronJob' ? ['spec', 'jobTemplate', 'spec'] : ['spec'];
  return [...toPod, 'template', 'spec', 'containers', 0, 'image'];
}

/** Kustomize sets images before it adds a component to an overlay. */
function sameImageAsMigrations({ object: { kind, metadata } }) {
  const [source, target] = ['Job', kind].map((one) => imagePathOf(one).join('.'));
  return {
    source: { kind: 'Job', name: 'migrate', fieldPath: source },
    targets: [{ select: { kind, name: metadata.name }, fieldPaths: [target] }],
  };
}
