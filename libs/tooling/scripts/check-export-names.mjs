// Rejects exported names that two packages define. An unchanged re-export counts as one definition, an alias as
// another. Exits with 1 and the names.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root, say } from './workspace.mjs';

const DECLARATION =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:const|let|function\*?|class|interface|type|enum) (\w+)/gm;
const LIST = /^export (?:type )?\{([^}]*)\}( from)?/gm;
const SKIPPED_FOLDERS = new Set(['node_modules', 'dist', 'generated']);

const definitions = new Map();
for (const group of ['apps', 'libs']) {
  for (const name of readdirSync(path.join(root, group))) collect(`${group}/${name}`, `${group}/${name}`);
}

const twice = [...definitions]
  .filter(([, files]) => new Set(files.map(({ owner }) => owner)).size > 1)
  .sort(([a], [b]) => a.localeCompare(b));
for (const [name, files] of twice) say(`${name} is defined in ${files.map(({ file }) => file).join(' and ')}`);
if (twice.length > 0) say('Rename one, or define it once and import it.');
process.exit(twice.length > 0 ? 1 : 0);

function collect(owner, dir) {
  for (const entry of readdirSync(path.join(root, dir), { withFileTypes: true })) {
    const file = `${dir}/${entry.name}`;
    if (entry.isDirectory() && !SKIPPED_FOLDERS.has(entry.name)) collect(owner, file);
    if (entry.isFile() && /\.(ts|mjs)$/.test(entry.name)) {
      for (const name of exportedNames(readFileSync(path.join(root, file), 'utf8'))) define(name, owner, file);
    }
  }
}

function define(name, owner, file) {
  const files = definitions.get(name) ?? [];
  definitions.set(name, [...files, { owner, file }]);
}

/** Relies on biome's format: exports start their line, lists contain only names. */
function exportedNames(text) {
  const names = [...text.matchAll(DECLARATION)].map(([, name]) => name);
  for (const [, list, from] of text.matchAll(LIST)) {
    for (const item of list.replace(/\/\/.*$/gm, '').split(',')) {
      const [name, alias] = item
        .trim()
        .replace(/^type /, '')
        .split(' as ');
      if (name !== '' && (alias !== undefined || from === undefined)) names.push(alias ?? name);
    }
  }
  return names;
}
