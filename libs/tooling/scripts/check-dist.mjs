// Rejects builds that contain a spec or import jest or @orbweaver/testing. Exits with 1 and the files. Needs a build.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root, say } from './workspace.mjs';

const FOR_TESTS = new Set(['libs/testing', 'apps/bench']);
const TEST_IMPORT =
  /(?:require|import)\(\s*['"](?:@orbweaver\/testing|@jest\/[\w-]+|jest(?:-[\w-]+)?)['"]\s*\)|\bjest\.fn\(/;

const packages = ['apps', 'libs']
  .flatMap((group) => readdirSync(path.join(root, group)).map((name) => `${group}/${name}`))
  .filter((dir) => existsSync(path.join(root, dir, 'dist')));
if (packages.length === 0) {
  say('No build found: run npm run build.');
  process.exit(1);
}
const found = packages.filter((dir) => !FOR_TESTS.has(dir)).flatMap((dir) => testFiles(`${dir}/dist`));
for (const file of found) say(`${file} contains test code`);
process.exit(found.length > 0 ? 1 : 0);

function testFiles(dir) {
  return readdirSync(path.join(root, dir), { recursive: true })
    .map((name) => `${dir}/${name}`)
    .filter((file) => file.endsWith('.js'))
    .filter((file) => /\.(spec|e2e)\.js$/.test(file) || TEST_IMPORT.test(readFileSync(path.join(root, file), 'utf8')));
}
