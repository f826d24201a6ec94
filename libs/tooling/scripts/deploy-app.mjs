// `node libs/tooling/scripts/deploy-app.mjs service DIR`: writes the folder of an app's image (run-time files only) and
// its SBOM (sbom.cdx.json, CycloneDX). Needs a build and a filled pnpm store.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pnpm, root, step } from './workspace.mjs';

/** The embedded Postgres is an optional package. Of the others, images use none: they have a browser of their own. */
const WITH_OPTIONAL = ['standalone'];
const BROWSER = '@sparticuz';

const [app, folder] = process.argv.slice(2);
if (app === undefined || folder === undefined || !existsSync(path.join(root, 'apps', app, 'dist/main.js'))) {
  console.error('usage: deploy-app.mjs APP DIR, where apps/APP is built and DIR does not exist yet');
  process.exit(2);
}
const target = path.resolve(folder);
const sbom = path.join(target, 'sbom.cdx.json');
const hasOptional = WITH_OPTIONAL.includes(app);
const contents = ['--prod', ...(hasOptional ? [] : ['--no-optional'])];

await step(`deployed ${app}`, () =>
  // The lockfile was verified when the store was filled; verifying it again needs the registry.
  pnpm(['--filter', `@orbweaver/${app}`, 'deploy', ...contents, '--offline', '--trust-lockfile', target]),
);
await step('listed what it consists of', () =>
  pnpm(['-C', target, 'sbom', ...contents, '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--out', sbom]),
);
if (hasOptional) {
  removeBrowser();
  linkPostgres();
}
writeFileSync(sbom, writeSbom());

function removeBrowser() {
  const store = path.join(target, 'node_modules/.pnpm');
  for (const name of readdirSync(store))
    if (name.startsWith(`${BROWSER}+`)) rmSync(path.join(store, name), { recursive: true });
}

/** Creates the links between the libraries of Postgres, because the folder of an image is read-only. */
function linkPostgres() {
  const gateway = realpathSync(path.join(target, 'node_modules/@orbweaver/gateway'));
  const module = path.join(gateway, '../persistence/dist/embedded/locate-postgres.js');
  execFileSync(process.execPath, ['-e', `require(${JSON.stringify(module)}).locatePostgres()`]);
}

function writeSbom() {
  // Workspace packages have a path as version.
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const text = readFileSync(sbom, 'utf8').replaceAll(/file:\/\/[^"]*\/(?:apps|libs)\/[\w-]+/g, version);
  const { components, dependencies = [], ...others } = JSON.parse(text);
  const isKept = (reference) => !reference.includes(`${encodeURIComponent(BROWSER)}/`);
  return JSON.stringify(
    {
      ...others,
      components: components.filter(({ group }) => group !== BROWSER),
      dependencies: dependencies
        .filter(({ ref }) => isKept(ref))
        .map(({ ref, dependsOn }) => ({ ref, ...(dependsOn && { dependsOn: dependsOn.filter(isKept) }) })),
    },
    null,
    2,
  );
}
