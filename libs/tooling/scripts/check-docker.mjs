// Checks docker/ without a container engine. Exits with 1 and the problems.
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { checkCompose } from './deployment/check-compose.mjs';
import { checkDockerfile } from './deployment/check-dockerfile.mjs';
import { checkSeccompProfile } from './deployment/check-seccomp-profile.mjs';
import { knownVariables } from './deployment/known-variables.mjs';
import { root, say } from './workspace.mjs';

const variables = knownVariables();
let failed = false;
for (const name of readdirSync(path.join(root, 'docker'), { recursive: true })) {
  const file = `docker/${name}`;
  if (statSync(path.join(root, file)).isDirectory()) continue;
  const problems = check(file);
  failed ||= problems.length > 0;
  say(`${problems.length === 0 ? '✓' : '✗'} ${file}`);
  for (const problem of problems) say(`  ${problem}`);
}

function check(file) {
  // Settings of third-party programs.
  if (/^docker\/(?:observe|postgres|searxng)\//.test(file)) return [];
  if (file.endsWith('.Dockerfile')) return checkDockerfile(file);
  return file.endsWith('.json') ? checkSeccompProfile(file) : checkCompose(file, variables);
}

process.exit(failed ? 1 : 0);
