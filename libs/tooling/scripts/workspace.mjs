// What the commands of the repository share: where it is, how to install it, how to build it.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '../../..');
const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));

export function say(text) {
  process.stdout.write(`${text}\n`);
}

/** Runs a step, naming it and the time it took; a failing step ends the command with its output shown. */
export async function step(name, work) {
  const startedAt = Date.now();
  try {
    const did = await work();
    if (did !== false) say(`✓ ${name} (${((Date.now() - startedAt) / 1000).toFixed(1)} s)`);
  } catch (error) {
    say(`✗ ${name}`);
    say(String(error.stdout ?? '') + String(error.stderr ?? '') || error.message);
    process.exit(1);
  }
}

function run(command, args, options = {}) {
  return execFileSync(command, args, { cwd: root, stdio: 'pipe', encoding: 'utf8', maxBuffer: 1 << 28, ...options });
}

export function pnpm(args, options) {
  return run('npx', ['--yes', manifest.packageManager, ...args], {
    shell: process.platform === 'win32',
    ...options,
  });
}

const lockDir = () => path.join(root, 'node_modules');
const installStamp = () => path.join(lockDir(), '.orbweaver-install');

/** Installs when the lockfile is not the one that node_modules was made from. @returns false when there was nothing to do */
export function install() {
  const wanted = createHash('sha256')
    .update(readFileSync(path.join(root, 'pnpm-lock.yaml')))
    .update(readFileSync(path.join(root, 'pnpm-workspace.yaml')))
    .update(process.version)
    .digest('hex');
  if (existsSync(installStamp()) && readFileSync(installStamp(), 'utf8') === wanted) return false;
  say('· installing packages (a minute or so on a first run)');
  rmSync(installStamp(), { force: true });
  pnpm(['install', '--frozen-lockfile', '--reporter=append-only']);
  mkdirSync(lockDir(), { recursive: true });
  writeFileSync(installStamp(), wanted);
}

/** Generates the database client when the schema is newer than it, then compiles what changed. */
export function build() {
  const persistence = path.join(root, 'libs/persistence');
  const schema = path.join(persistence, 'prisma/schema.prisma');
  const client = path.join(persistence, 'src/generated/client.ts');
  if (!existsSync(client) || statSync(client).mtimeMs < statSync(schema).mtimeMs) {
    run(process.execPath, [path.join(persistence, 'scripts/generate-client.mjs')]);
  }
  if (!existsSync(path.join(root, 'apps/standalone/dist'))) say('· building (half a minute or so on a first run)');
  const typescript = path.join(root, 'node_modules/typescript/bin/tsc');
  run(process.execPath, [typescript, '-b', 'libs/tooling/tsconfig.json']);
}

/** True when the command answers at all. */
export function has(command, args = ['--version']) {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0;
}

export function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  say(`Orbweaver needs Node.js 20.19 or later; this is ${process.version}.`);
  process.exit(1);
}
