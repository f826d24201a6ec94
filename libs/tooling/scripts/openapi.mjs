// Writes the OpenAPI documents of v2, v1 and the admin API to apps/docs/openapi. With --check it only compares and
// prints the difference. Requires a build.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root, say } from './workspace.mjs';

const require = createRequire(import.meta.url);
const dist = path.join(root, 'apps/gateway/dist');
const { buildOpenApi } = require(path.join(dist, 'docs/build-open-api.js'));
const { SERVICE_ADDRESS } = require(path.join(dist, 'docs/guide.js'));
const { controllers } = require(path.join(dist, 'gateway.module.js'));

const FOLDER = 'apps/docs/openapi';
const EXAMPLE_ADDRESS = 'https://orbweaver.example';
const PREFIXES = { v2: '/v2/', v1: '/v1/', admin: '/admin/' };

const whole = buildOpenApi(controllers);
const documents = Object.entries(PREFIXES).map(([name, prefix]) => ({
  file: `${FOLDER}/${name}.json`,
  text: `${JSON.stringify(selectPaths(whole, prefix), null, 2)}\n`.replaceAll(SERVICE_ADDRESS, EXAMPLE_ADDRESS),
}));

if (process.argv.includes('--check')) process.exit(showDifferences(documents));
for (const { file, text } of documents) writeFileSync(path.join(root, file), text);

/** The document with only these paths, and the tags and schemas that they use. */
function selectPaths(document, prefix) {
  const paths = Object.fromEntries(Object.entries(document.paths).filter(([name]) => name.startsWith(prefix)));
  const operations = Object.values(paths).flatMap((item) => Object.values(item));
  const tags = new Set(operations.flatMap((operation) => operation.tags));
  const { schemas, ...others } = document.components;
  const used = usedSchemas(paths, schemas);
  return {
    ...document,
    tags: document.tags.filter(({ name }) => tags.has(name)),
    paths,
    components: {
      ...others,
      schemas: Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name))),
    },
  };
}

function usedSchemas(paths, schemas) {
  const used = new Set();
  const add = (value) => {
    for (const [, name] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (used.has(name)) continue;
      used.add(name);
      add(schemas[name]);
    }
  };
  add(paths);
  return used;
}

/** @returns the exit status */
function showDifferences(expected) {
  const folder = mkdtempSync(path.join(tmpdir(), 'openapi-'));
  try {
    const changed = expected.filter(({ file, text }) => {
      if (readIfExists(file) === text) return false;
      const generated = path.join(folder, path.basename(file));
      writeFileSync(generated, text);
      say(spawnSync('git', ['diff', '--no-index', '--', file, generated], { cwd: root, encoding: 'utf8' }).stdout);
      return true;
    });
    if (changed.length === 0) return 0;
    say('The OpenAPI documents are outdated. Run: node libs/tooling/scripts/openapi.mjs');
    return 1;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function readIfExists(file) {
  try {
    return readFileSync(path.join(root, file), 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}
