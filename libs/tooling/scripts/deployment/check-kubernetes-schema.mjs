// Checks Kubernetes objects against the schemas and types of npm packages. The validators accept unknown fields, the
// compiler does not.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../workspace.mjs';

// In this package, so that the generated file resolves kubernetes-models.
const CACHE_DIR = path.join(root, 'libs/tooling/.cache');

export const nameOf = (object) => `${object.kind}/${object.metadata?.name}`;

const PACKAGES_OF_OPERATORS = {
  'external-secrets.io': '@kubernetes-models/external-secrets',
  'gateway.networking.k8s.io': '@kubernetes-models/gateway-api',
  'keda.sh': '@kubernetes-models/keda',
  'monitoring.coreos.com': '@kubernetes-models/prometheus-operator',
};

const moduleOf = ({ apiVersion }) =>
  `${PACKAGES_OF_OPERATORS[apiVersion.split('/')[0]] ?? 'kubernetes-models'}/${apiVersion}`;

export async function checkSchema(objects) {
  const problems = [];
  const known = [];
  for (const object of objects) {
    const models = await import(moduleOf(object)).catch(() => ({}));
    const Model = models[object.kind];
    if (Model === undefined) {
      problems.push(`${nameOf(object)}: ${object.apiVersion} ${object.kind} is not a kind of Kubernetes`);
      continue;
    }
    known.push(object);
    try {
      new Model(object).validate();
    } catch (error) {
      problems.push(`${nameOf(object)}: ${error.message}`);
    }
  }
  return [...problems, ...checkTypes(known)];
}

function checkTypes(objects) {
  const lines = [];
  const starts = [];
  for (const [index, object] of objects.entries()) {
    starts.push(lines.length + 1);
    lines.push(
      `import type { I${object.kind} as Kind${index} } from '${moduleOf(object)}';`,
      `export const object${index}: Kind${index} = ${JSON.stringify(object, null, 2)};`,
    );
    lines.splice(0, lines.length, ...lines.join('\n').split('\n'));
  }
  const stdout = compile(`${lines.join('\n')}\n`);
  return [...stdout.matchAll(/^objects\.ts\((\d+),\d+\): error TS\d+: (.*)$/gm)].map(([, line, message]) => {
    const index = starts.findLastIndex((start) => start <= Number(line));
    return `${nameOf(objects[index])}: ${message} (at ${lines[Number(line) - 1].trim()})`;
  });
}

/** Compiler errors of a text, which is written to a folder of this run. */
function compile(text) {
  mkdirSync(CACHE_DIR, { recursive: true });
  const dir = mkdtempSync(path.join(CACHE_DIR, 'kubernetes-'));
  const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
  const flags = [
    '--ignoreConfig',
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--module',
    'esnext',
    '--moduleResolution',
    'bundler',
  ];
  try {
    const file = path.join(dir, 'objects.ts');
    writeFileSync(file, text);
    const args = [tsc, ...flags, '--types', '', file];
    const { status, stdout } = spawnSync(process.execPath, args, { cwd: dir, encoding: 'utf8' });
    if (status !== 0 && !/^objects\.ts\(.*: error/m.test(stdout)) throw new Error(`the compiler failed: ${stdout}`);
    return stdout;
  } finally {
    rmSync(dir, { recursive: true });
  }
}
