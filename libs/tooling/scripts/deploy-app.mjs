// `node libs/tooling/scripts/deploy-app.mjs service DIR`: the folder that an image of the app is made of, with all that
// the app needs at run time and nothing else, and a list of it (sbom.cdx.json, CycloneDX). Needs a build of the app;
// what it takes from npm is in pnpm's store already, where `pnpm install` or `pnpm fetch` has put it.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pnpm, root, step } from './workspace.mjs';

const [app, folder] = process.argv.slice(2);
if (app === undefined || folder === undefined || !existsSync(path.join(root, 'apps', app, 'dist/main.js'))) {
  console.error('usage: deploy-app.mjs APP DIR, where apps/APP is built and DIR does not exist yet');
  process.exit(2);
}
const target = path.resolve(folder);
const sbom = path.join(target, 'sbom.cdx.json');
// Optional packages are the embedded Postgres and a browser from npm: neither is used in an image.
const contents = ['--prod', '--no-optional'];

await step(`deployed ${app}`, () =>
  // The lockfile was verified when the store was filled; to verify it again needs the registry.
  pnpm(['--filter', `@orbweaver/${app}`, 'deploy', ...contents, '--offline', '--trust-lockfile', target]),
);
await step('listed what it consists of', () =>
  pnpm(['-C', target, 'sbom', ...contents, '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--out', sbom]),
);
// The packages of this repository have a path for a version, which says nothing elsewhere.
const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
writeFileSync(sbom, readFileSync(sbom, 'utf8').replaceAll(/file:\/\/[^"]*\/(?:apps|libs)\/[\w-]+/g, version));
