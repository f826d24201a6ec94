// Checks that packages, chart, overlays and compose file have the version of the root's package.json, and that each
// third-party image has one version. Exits with 1 and the changes needed.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { root, say } from './workspace.mjs';

const CHART = 'k8s/chart/Chart.yaml';
const CHART_VALUES = 'k8s/chart/values.yaml';
const COMPOSE = 'docker/compose.yaml';

/** The shell's ORBWEAVER_VERSION selects the release. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: compose fills it in.
const TAG_IN_COMPOSE = '${ORBWEAVER_VERSION:-local}';
/** Overlays whose images are built locally have no version. */
const OVERLAYS_WITHOUT_VERSION = ['k8s/overlays/local/kustomization.yaml'];
const OURS = ['orbweaver/service', 'orbweaver/renderer'];

const inside = (dir) => readdirSync(path.join(root, dir)).map((name) => `${dir}/${name}`);
const files = new Map(
  [
    'package.json',
    ...['apps', 'libs'].flatMap(inside).map((dir) => `${dir}/package.json`),
    CHART,
    CHART_VALUES,
    ...inside('k8s/overlays').flatMap(inside),
    ...inside('docker').filter((file) => file.endsWith('.yaml')),
  ].map((file) => [file, readFileSync(path.join(root, file), 'utf8')]),
);

const problems = findProblems(files);
for (const problem of problems) say(problem);
if (problems.length === 0) problems.push(...findBlindSpots());
process.exit(problems.length > 0 ? 1 : 0);

/** @returns {string[]} a sentence for each place that must change */
function findProblems(texts) {
  const found = [];
  const read = (file) => parse(texts.get(file), { merge: true });
  const { version } = JSON.parse(texts.get('package.json'));
  const expect = (file, what, value, wanted = version) => {
    if (value !== wanted) found.push(`${file}: ${what} is ${value ?? 'missing'}; change it to ${wanted}.`);
  };

  for (const file of texts.keys()) {
    if (/^(apps|libs)\//.test(file)) expect(file, 'version', JSON.parse(texts.get(file)).version);
  }
  const chart = read(CHART);
  expect(CHART, 'version', chart.version);
  expect(CHART, 'appVersion', chart.appVersion);
  if (read(CHART_VALUES).image.tag !== '') {
    found.push(`${CHART_VALUES}: image.tag is set; leave it empty, so that it is the chart's appVersion.`);
  }
  for (const file of texts.keys()) {
    if (!/^k8s\/overlays\/.*\/kustomization\.yaml$/.test(file)) continue;
    const wanted = OVERLAYS_WITHOUT_VERSION.includes(file) ? 'local' : version;
    const { images = [] } = read(file);
    for (const name of OURS) {
      expect(file, `newTag of ${name}`, images.find((image) => image.name === name)?.newTag, wanted);
    }
  }
  for (const [name, { build, image }] of Object.entries(read(COMPOSE).services)) {
    if (build === undefined) continue;
    const tag = /^orbweaver\/\w+:(.*)$/.exec(image)?.[1];
    expect(COMPOSE, `the tag of the service ${name}`, tag, TAG_IN_COMPOSE);
  }
  return [...found, ...findUnequalImages(texts)];
}

/** Kafka and Postgres of compose and of the local overlay must be the same. */
function findUnequalImages(texts) {
  const places = new Map();
  for (const [file, text] of texts) {
    for (const [, name, tag] of text.matchAll(/^\s*image: ([\w./-]+):([\w.-]+(?:@sha256:[0-9a-f]{64})?)\s*$/gm)) {
      places.set(name, [...(places.get(name) ?? []), { file, tag }]);
    }
  }
  return [...places].flatMap(([name, [first, ...others]]) =>
    others
      .filter(({ tag }) => tag !== first.tag)
      .map(({ file, tag }) => `${file}: ${name} is ${tag}, in ${first.file} it is ${first.tag}; change one of them.`),
  );
}

/** Each place must fail the check when its version changes. */
function findBlindSpots() {
  const { version } = JSON.parse(files.get('package.json'));
  const faults = [
    ['libs/core/package.json', `"version": "${version}"`, '"version": "9.9.9"'],
    [CHART, `\nversion: ${version}`, '\nversion: 9.9.9'],
    [CHART, `appVersion: ${version}`, 'appVersion: 9.9.9'],
    [CHART_VALUES, 'tag: ""', 'tag: "9.9.9"'],
    ['k8s/overlays/production/kustomization.yaml', `newTag: ${version}`, 'newTag: 9.9.9'],
    ['k8s/overlays/production/kustomization.yaml', '- name: orbweaver/service', '- name: orbweaver/other'],
    ['k8s/overlays/local/kustomization.yaml', 'newTag: local', 'newTag: latest'],
    ['k8s/overlays/local/postgres.yaml', 'image: postgres:', 'image: postgres:9'],
    [COMPOSE, `orbweaver/service:${TAG_IN_COMPOSE}`, `orbweaver/service:${version}`],
  ];
  return faults.flatMap(([file, sound, broken]) => {
    const text = files.get(file).replace(sound, broken);
    const isSeen = findProblems(new Map(files).set(file, text)).some((problem) => problem.includes(file));
    if (text !== files.get(file) && isSeen) return [];
    const problem = `No check of versions complains of ${file} with ${broken.trim()}.`;
    say(problem);
    return [problem];
  });
}
