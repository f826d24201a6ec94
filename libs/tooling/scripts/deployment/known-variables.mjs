// Environment variables of the services, read from the source of their configuration schemas (needs no build).
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../workspace.mjs';

const FIELD = /^ {2}([A-Z][A-Z0-9_]*):/gm;

export function knownVariables() {
  const apps = path.join(root, 'apps');
  const files = readdirSync(apps, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => path.join(apps, name, 'src', `${name}.config.ts`));
  for (const name of ['platform', 'egress', 'kafka', 'language-model', 'search', 'sign-on', 'tracing']) {
    files.push(path.join(root, `libs/platform/src/config/${name}.config.ts`));
  }
  const names = files.flatMap((file) => [...readIfPresent(file).matchAll(FIELD)].map((match) => match[1]));
  if (!names.includes('DATABASE_URL')) throw new Error('the configuration schemas have moved');
  return new Set(names);
}

function readIfPresent(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return '';
    throw error;
  }
}
