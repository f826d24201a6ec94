// `node libs/tooling/scripts/release/notes.mjs VERSION`: prints the section of a version in the changelog. Exits with 1 if it
// is missing or empty.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../workspace.mjs';

const [version] = process.argv.slice(2);
const changelog = readFileSync(path.join(root, 'apps/docs/CHANGELOG.md'), 'utf8');
const section = changelog.split(/^(?=## \[)/m).find((text) => text.startsWith(`## [${version}]`));
const notes = section?.slice(section.indexOf('\n')).trim() ?? '';
if (notes === '') {
  console.error(`apps/docs/CHANGELOG.md has no section with content for the version ${version}`);
  process.exit(1);
}
console.log(notes);
