// `node libs/tooling/scripts/deploy-app.mjs service DIR`: writes the folder of an app's image (run-time files only) and
// its SBOM (sbom.cdx.json, CycloneDX). Needs a build and a filled pnpm store.
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
// Optional packages are the embedded Postgres and the browser from npm, which images do not use.
const contents = ['--prod', '--no-optional'];

await step(`deployed ${app}`, () =>
  // The lockfile was verified when the store was filled; verifying it again needs the registry.
  pnpm(['--filter', `@orbweaver/${app}`, 'deploy', ...contents, '--offline', '--trust-lockfile', target]),
);
await step('listed what it consists of', () =>
  pnpm(['-C', target, 'sbom', ...contents, '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--out', sbom]),
);
// Workspace packages have a path as version.
const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
writeFileSync(sbom, readFileSync(sbom, 'utf8').replaceAll(/file:\/\/[^"]*\/(?:apps|libs)\/[\w-]+/g, version));
