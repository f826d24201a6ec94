// Checks everything in docker/ as far as that goes without an engine. Exits with 1 and the problems when something is wrong.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { checkCompose } from './deployment/check-compose.mjs';
import { checkDockerfile } from './deployment/check-dockerfile.mjs';
import { knownVariables } from './deployment/known-variables.mjs';
import { root, say } from './workspace.mjs';

const variables = knownVariables();
let failed = false;
for (const name of readdirSync(path.join(root, 'docker'))) {
  const file = `docker/${name}`;
  const problems = name.endsWith('.Dockerfile') ? checkDockerfile(file) : checkCompose(file, variables);
  failed ||= problems.length > 0;
  say(`${problems.length === 0 ? '✓' : '✗'} ${file}`);
  for (const problem of problems) say(`  ${problem}`);
}
process.exit(failed ? 1 : 0);
