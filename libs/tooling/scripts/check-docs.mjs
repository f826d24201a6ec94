// Whether what the docs name is there: pages and headings that links lead to, files, npm scripts, environment variables.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { readVariables } from './docs/configuration-table.mjs';
import { packages } from './docs/sources.mjs';
import { root } from './workspace.mjs';

const LEFT_OUT = new Set(['node_modules', 'dist', '.git', '.data', '.cache', '.turbo', 'generated', 'coverage']);

/** Variables that no schema describes: of docker/compose.yaml, of the tests, of the examples and of npm. */
const OTHER_VARIABLES = readOtherVariables();

const variables = new Set(readVariables().map(({ name }) => name));
const scripts = readScripts();
const problems = pagesOf(root).flatMap((file) => check(file));

for (const problem of problems) console.error(problem);
process.exit(problems.length > 0 ? 1 : 0);

function pagesOf(dir) {
  return readdirSync(dir, { withFileTypes: true }).flatMap((entry) => {
    if (LEFT_OUT.has(entry.name)) return [];
    const file = path.join(dir, entry.name);
    if (entry.isDirectory()) return pagesOf(file);
    return entry.name.endsWith('.md') ? [file] : [];
  });
}

function check(file) {
  const text = readFileSync(file, 'utf8');
  const prose = text.replace(/^(```|~~~).*?^\1/gms, '');
  const spans = [...prose.matchAll(/`([^`\n]+)`/g)].map(([, span]) => span);
  const missing = [
    ...[...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => checkLink(file, target)),
    ...[...text.matchAll(/(?<![\w/.@-])(?:apps|libs|docker|k8s|\.github|\.ci)\/[\w./@-]*[\w/]/g)].map(([name]) =>
      isThere(path.join(root, name)) ? undefined : `no file ${name}`,
    ),
    ...spans.filter(isRelativePath).map((name) => checkRelative(file, name)),
    ...spans.flatMap((span) => span.match(/\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b/g) ?? []).map((name) => checkVariable(name)),
    ...[...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name]) =>
      scripts.has(name) ? undefined : `no npm script ${name}`,
    ),
  ];
  return [...new Set(missing)]
    .filter((problem) => problem !== undefined)
    .map((problem) => `${path.relative(root, file)}: ${problem}`);
}

/** @returns the problem, if there is one */
function checkLink(file, target) {
  if (/^[a-z]+:/.test(target)) return undefined;
  const [name, heading] = target.split('#');
  const page = name === '' ? file : path.resolve(path.dirname(file), name);
  if (!existsSync(page)) return `a link leads to ${target}, which is not there`;
  if (heading !== undefined && !headingsOf(page).has(heading))
    return `a link leads to ${target}, which has no such heading`;
  return undefined;
}

/** As GitHub makes an anchor of a heading. */
function headingsOf(page) {
  const headings = [...readFileSync(page, 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, heading]) => heading);
  const anchorOf = (heading) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-');
  return new Set(headings.map(anchorOf));
}

/** `scope/order.ts`, `formats/`: a path below the package, or below its src. */
function isRelativePath(span) {
  return /^[\w.-]+(\/[\w.-]+)*(\/|\.(ts|mjs|cjs|sh|py|prisma|yaml))$/.test(span) && !span.startsWith('dist/');
}

function checkRelative(file, name) {
  const places = [path.dirname(file), path.join(path.dirname(file), 'src'), root];
  return places.some((place) => isThere(path.join(place, name))) ? undefined : `no file ${name}`;
}

/** A name with a slash at its end is a folder. What is built is there after a build. */
function isThere(file) {
  if (/\/dist(\/|$)/.test(file)) return true;
  return file.endsWith('/') ? existsSync(file) && statSync(file).isDirectory() : existsSync(file);
}

function checkVariable(name) {
  return variables.has(name) || OTHER_VARIABLES.has(name) ? undefined : `no environment variable ${name}`;
}

function readScripts() {
  const manifests = [JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))];
  manifests.push(...packages().map(({ manifest }) => manifest));
  return new Set(manifests.flatMap(({ scripts: named = {} }) => Object.keys(named)));
}

function readOtherVariables() {
  const compose = readdirSync(path.join(root, 'docker')).map((name) =>
    readFileSync(path.join(root, 'docker', name), 'utf8'),
  );
  const ofCompose = compose.flatMap((text) =>
    [...text.matchAll(/\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b/g)].map(([name]) => name),
  );
  return new Set([...ofCompose, 'ORBWEAVER_E2E']);
}
