// The Kustomize base and components as files, rendered from the Helm chart.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { isMap, parseAllDocuments, stringify } from 'yaml';
import { root } from '../workspace.mjs';
import { LABELS_OF_TOOLS, normalised } from './compare-renderings.mjs';
import { imagePathOf, makeComponent } from './make-component.mjs';
import { templateChart } from './render-chart.mjs';

const CHART = path.join(root, 'k8s/chart');
const CHART_VALUES_DIR = path.join(CHART, 'ci');
const SETTINGS = 'orbweaver-settings';
/** Overlays set it. */
const BROKERS = 'KAFKA_BROKERS';
const NOTICE = '# Rendered from k8s/chart by libs/tooling/scripts/render-kustomize.mjs. Do not edit.\n';
/** Written elsewhere: a rule file is generated from alerts.yaml, dashboards are shared as files. */
const OTHER_COMPONENTS = ['alerts', 'dashboards'];
/** Other components also change these pods. */
const COMPONENTS_WITH_PODS = ['admin', 'backup'];

/** @returns {Map<string, string>} contents by path from the root */
export function makeKustomizeFiles(helm) {
  const production = render(helm, 'production');
  return new Map([...baseFiles(production), ...componentFiles(helm, production)]);
}

/** @returns {string[]} files of the base and components that are missing, different or no longer rendered */
export function outdatedKustomizeFiles(rendered) {
  const changed = [...rendered].filter(([name, text]) => read(name) !== text).map(([name]) => name);
  return [...changed, ...leftoverFiles(rendered)];
}

/** @returns {string[]} files that an earlier version of the chart rendered */
export function leftoverFiles(rendered) {
  return ['k8s/base', 'k8s/components'].flatMap((dir) =>
    readdirSync(path.join(root, dir), { recursive: true })
      .map((file) => `${dir}/${file.split(path.sep).join('/')}`)
      .filter((name) => !rendered.has(name) && read(name)?.startsWith(NOTICE)),
  );
}

function read(name) {
  const file = path.join(root, name);
  return statSync(file, { throwIfNoEntry: false })?.isFile() ? readFileSync(file, 'utf8') : undefined;
}

function baseFiles(production) {
  const { data } = production.find(isSettings).object;
  const settings = Object.entries(data).filter(([name]) => name !== BROKERS);
  const manifests = production.filter((one) => !isSettings(one));
  const sources = new Set(manifests.map(({ source }) => source));
  return [
    ...[...sources].map((name) => [`k8s/base/${name}`, join(manifests.filter(({ source }) => source === name))]),
    ['k8s/base/settings.env', NOTICE + settings.map(([name, value]) => `${name}=${value}\n`).join('')],
  ];
}

function componentFiles(helm, production) {
  const names = readdirSync(CHART_VALUES_DIR).map((file) => path.basename(file, '.yaml'));
  const withOthers = render(helm, 'production', ...COMPONENTS_WITH_PODS);
  return names
    .filter((name) => name !== 'production' && !OTHER_COMPONENTS.includes(name))
    .flatMap((name) => {
      const others = { production: withOthers, option: render(helm, ...COMPONENTS_WITH_PODS, name) };
      const { kustomization, added } = makeComponent(production, render(helm, name), others);
      const [, comment = ''] = /^((?:#.*\n)*)/.exec(readFileSync(path.join(CHART_VALUES_DIR, `${name}.yaml`), 'utf8'));
      const text = stringify(kustomization, { lineWidth: 0 });
      const files = [[`k8s/components/${name}/kustomization.yaml`, `${NOTICE}#\n${comment}${text}`]];
      return added.length === 0 ? files : [...files, [`k8s/components/${name}/objects.yaml`, join(added)]];
    });
}

/** @returns {{ source: string, document: import('yaml').Document, object: object }[]} without what belongs to Helm */
function render(helm, ...names) {
  const text = templateChart(helm, CHART, ...names.map((name) => path.join(CHART_VALUES_DIR, `${name}.yaml`)));
  return parseAllDocuments(text)
    .filter(({ contents }) => isMap(contents))
    .map((document) => {
      const [, source = ''] = /Source: orbweaver\/templates\/(\S+)/.exec(document.toString()) ?? [];
      removeHelm(document);
      return { source, document, object: normalised(document.toJS()) };
    });
}

function removeHelm(document) {
  for (const key of LABELS_OF_TOOLS) document.getIn(['metadata', 'labels'])?.delete(key);
  const annotations = document.getIn(['spec', 'template', 'metadata', 'annotations']);
  annotations?.delete('checksum/settings');
  if (annotations?.items.length === 0) document.deleteIn(['spec', 'template', 'metadata', 'annotations']);
  if (document.get('kind') === 'Job') {
    document.setIn(['metadata', 'name'], document.getIn(['metadata', 'name']).replace(/-[0-9a-f]{8}$/, ''));
  }
  const container = imagePathOf(document.get('kind'));
  const image = document.getIn(container);
  // Overlays name the registry and the tag.
  if (image !== undefined) document.setIn(container, image.replace(/^.*\/(\w+):.*$/, 'orbweaver/$1'));
}

const isSettings = ({ object }) => object.kind === 'ConfigMap' && object.metadata.name === SETTINGS;

function join(documents) {
  const texts = documents.map(({ document }) =>
    document
      .toString({ lineWidth: 0, directives: false, flowCollectionPadding: false })
      .replace(/^# Source: .*\n/m, ''),
  );
  return NOTICE + texts.join('---\n');
}
