// Checks that links, headings, files, npm scripts, settings and metrics that the docs name exist.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { checkSizing } from './docs/check-sizing.mjs';
import { readVariables } from './docs/configuration-table.mjs';
import { packages, shippedSources } from './docs/sources.mjs';
import { root } from './workspace.mjs';

/** Folders outside version control. */
const LEFT_OUT = new Set(['node_modules', 'dist', '.git', '.data', '.cache', '.turbo', 'generated', 'coverage']);

/** All files and folders, relative to the root; folders end with a slash. */
const paths = list('');
const shipped = packages().flatMap(({ dir }) => shippedSources(dir).map(({ text }) => text));
const variables = new Set([...readVariables().map(({ name }) => name), ...otherVariables()]);
const metrics = new Set(shipped.flatMap((text) => matches(text, /'(orbweaver_[a-z_]+)'/g)));
const scripts = new Set(manifests().flatMap((manifest) => Object.keys(manifest.scripts ?? {})));

const SIZING = 'apps/docs/sizing.md';
const problems = [
  ...paths.filter((file) => file.endsWith('.md')).flatMap(check),
  ...checkSizing(readFileSync(path.join(root, SIZING), 'utf8')).map((problem) => `${SIZING} ${problem}`),
];
for (const problem of problems) console.error(problem);
process.exit(problems.length > 0 ? 1 : 0);

function list(dir) {
  return readdirSync(path.join(root, dir), { withFileTypes: true }).flatMap((entry) => {
    if (LEFT_OUT.has(entry.name)) return [];
    return entry.isDirectory() ? [`${dir}${entry.name}/`, ...list(`${dir}${entry.name}/`)] : [`${dir}${entry.name}`];
  });
}

function check(page) {
  const text = readFileSync(path.join(root, page), 'utf8');
  const prose = text.replace(/^(```|~~~).*?^\1/gms, '');
  const words = matches(prose, /`([^`\n]+)`/g);
  const missing = [
    ...matches(prose, /\]\(([^)\s]+)\)/g).map((target) => !isLink(page, target) && `link to ${target}`),
    ...matches(text, /(?<![\w/.@-])((?:apps|libs|docker|k8s|\.github|\.ci)\/[\w./@-]*[\w/])/g).map(
      (name) => !isThere(name) && `file ${name}`,
    ),
    ...words.filter(isRelative).map((name) => !isNear(page, name) && `file ${name}`),
    ...words
      .flatMap((word) => matches(word, /\b([A-Z][A-Z0-9]*_[A-Z0-9_]+)\b/g))
      .map((name) => !variables.has(name) && `setting or code ${name}`),
    ...words
      .flatMap((word) => matches(word, /\b(orbweaver_[a-z_]+)/g))
      .map((name) => !metrics.has(name) && `metric ${name}`),
    ...matches(text, /npm run (?:--prefix \S+ )?([\w:-]+)/g).map((name) => !scripts.has(name) && `npm script ${name}`),
  ];
  return [...new Set(missing)].filter(Boolean).map((what) => `${page} refers to something missing: ${what}`);
}

function isLink(page, target) {
  if (/^[a-z]+:/.test(target)) return true;
  const [name, heading] = target.split('#');
  const file = name === '' ? path.join(root, page) : path.resolve(root, path.dirname(page), name);
  return existsSync(file) && (heading === undefined || anchorsOf(file).includes(heading));
}

/** Anchors of a page's headings, by GitHub's rules. */
function anchorsOf(file) {
  return matches(readFileSync(file, 'utf8'), /^#+ (.*)$/gm).map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** Build outputs count as present. */
function isThere(name) {
  return /\/dist(\/|$)/.test(name) || paths.includes(name) || paths.includes(`${name}/`);
}

/** Whether a word is a relative path: `scope/order.ts`, `formats/`. `docs/examples` is ambiguous. */
function isRelative(word) {
  return /^[\w.-]*\w(\/[\w.-]+)*(\/|\.(ts|mjs|cjs|sh|py|prisma|yaml))$/.test(word);
}

/** Pages of a package may name its files by the end of their path. */
function isNear(page, name) {
  const [home = ''] = /^(apps|libs)\/(?!docs\/)[^/]+\//.exec(page) ?? [];
  return paths.some((file) => file === name || (file.startsWith(home) && file.endsWith(`/${name}`)));
}

/** Variables of compose files, tests and public clients, and error codes. */
function otherVariables() {
  const files = paths.filter((file) => /^(docker\/.*\.yaml|apps\/e2e\/src\/official-client\/.*\.ts)$/.test(file));
  const texts = files.map((file) => readFileSync(path.join(root, file), 'utf8'));
  return [
    ...texts.flatMap((text) => matches(text, /\b([A-Z][A-Z0-9]*_[A-Z0-9_]+)\b/g)),
    ...shipped.flatMap((text) => matches(text, /code: '([A-Z_]+)'/g)),
    'ORBWEAVER_E2E',
    'ORBWEAVER_E2E_KEEP_FILES',
  ];
}

function manifests() {
  return [
    JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')),
    ...packages().map(({ manifest }) => manifest),
  ];
}

function matches(text, pattern) {
  return [...text.matchAll(pattern)].map(([, first]) => first);
}
