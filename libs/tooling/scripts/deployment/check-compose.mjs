// Checks compose files with dclint, and that they set the variables that our services read.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { parse } from 'yaml';
import { root } from '../workspace.mjs';
import { PINNED } from './check-dockerfile.mjs';
import { checkRole } from './check-role.mjs';

const require = createRequire(import.meta.url);
const dclint = path.join(path.dirname(require.resolve('dclint/package.json')), 'bin/dclint.cjs');

// Two services share one built image. The port's interface is a variable.
const LEFT_OUT = ['no-build-and-image', 'no-unbound-port-interfaces'];
/** Secrets of optional providers and of optional services (Compose also interpolates inactive profiles). */
const OPTIONAL_SECRETS = new Set(['LLM_API_KEY', 'SEARXNG_SECRET']);
/** The operator chooses the release of an optional service. */
const CHOSEN_IMAGE = /^[\w./-]+:\$\{\w+_VERSION:-\w+\}$/;
const SECRETS = /(?:PASSWORD|SECRET|API_KEY)$/;

export function checkCompose(file, variables) {
  const compose = parse(readFileSync(path.join(root, file), 'utf8'), { merge: true });
  const problems = lint(file);
  for (const [name, service] of Object.entries(compose.services)) {
    const complain = (text) => problems.push(`${name}: ${text}`);
    for (const other of Object.keys(service.depends_on ?? {})) {
      if (compose.services[other] === undefined) complain(`depends on ${other}, which does not exist`);
      else if (isAskedForHealth(service, other) && compose.services[other].healthcheck === undefined) {
        complain(`waits for the health of ${other}, which has no healthcheck`);
      }
    }
    for (const [key, value] of Object.entries(service.environment ?? {})) {
      const isOutside = (OPTIONAL_SECRETS.has(key) ? /^\$\{\w+:-\}$/ : /^\$\{\w+:\?.+\}$/).test(value);
      if (SECRETS.test(key) && !isOutside) complain(`${key} is not required from outside`);
      const isOurs = service.build !== undefined || isOverride(file, name, service);
      if (isOurs && !variables.has(key)) complain(`sets ${key}, which no service reads`);
    }
    if (isOverride(file, name, service)) continue;
    checkRole(name, { ...service, args: service.command }, complain);
    if (service.build !== undefined) checkBuild(file, service.build, complain);
    else if (service.profiles !== undefined && CHOSEN_IMAGE.test(service.image)) continue;
    else if (!/:v?\d/.test(service.image)) complain(`the image ${service.image} has no version`);
    else if (!PINNED.test(service.image)) complain(`the image ${service.image} has no digest`);
  }
  return problems;
}

/** Changes a service of compose.yaml, in a file that is used together with it. */
function isOverride(file, name, { image, build }) {
  if (image !== undefined || build !== undefined) return false;
  const main = path.join(root, path.dirname(file), 'compose.yaml');
  return parse(readFileSync(main, 'utf8')).services[name] !== undefined;
}

const isAskedForHealth = (service, other) => service.depends_on[other]?.condition === 'service_healthy';

function checkBuild(file, build, complain) {
  const context = path.resolve(root, path.dirname(file), build.context);
  if (!existsSync(path.join(context, build.dockerfile))) complain(`${build.dockerfile} does not exist`);
}

function lint(file) {
  const args = [
    dclint,
    file,
    '--quiet',
    '--formatter',
    'json',
    ...LEFT_OUT.flatMap((rule) => ['--disable-rule', rule]),
  ];
  let output;
  try {
    output = execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (error) {
    output = error.stdout;
  }
  return JSON.parse(output).flatMap(({ messages }) => messages.map(({ line, message }) => `line ${line}: ${message}`));
}
