// Paths, installation and build, for all commands.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '../../..');
const ENDING_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));

let messages = process.stdout;

function sayOnStderr() {
  messages = process.stderr;
}

export function say(text) {
  messages.write(`${text}\n`);
}

/** Runs a step and prints its name and duration. If it fails, prints its output and exits. */
export async function step(name, work) {
  const startedAt = Date.now();
  const hideSeconds = showSeconds(startedAt);
  try {
    const did = await work();
    hideSeconds();
    if (did !== false) say(`✓ ${name} (${((Date.now() - startedAt) / 1000).toFixed(1)} s)`);
  } catch (error) {
    hideSeconds();
    say(`✗ ${name}`);
    say(String(error.stdout ?? '') + String(error.stderr ?? '') || error.message);
    process.exit(1);
  }
}

/** Shows the seconds since a time below the last line of a terminal. @returns what removes them */
function showSeconds(startedAt) {
  if (!messages.isTTY) return () => undefined;
  const timer = setInterval(() => {
    messages.write(`\r  ${Math.round((Date.now() - startedAt) / 1000)} s`);
  }, 1000);
  return () => {
    clearInterval(timer);
    messages.write('\r\u001b[K');
  };
}

/**
 * Runs a program in its own process group, so that signals also end the children of npx and pnpm. Resolves with
 * `stdout` and `stderr`; rejects with an Error that has them.
 */
function run(command, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    const output = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr']) {
      child[name].setEncoding('utf8').on('data', (text) => {
        output[name] += text;
      });
    }
    const endWithChild = (signal, number) => {
      process.kill(-child.pid, signal);
      process.exit(128 + number);
    };
    for (const signal of ENDING_SIGNALS) process.once(signal, endWithChild);
    const settle = (error) => {
      for (const signal of ENDING_SIGNALS) process.removeListener(signal, endWithChild);
      if (error === undefined) resolve(output);
      else reject(Object.assign(error, output));
    };
    child.once('error', settle);
    child.once('close', (code, signal) =>
      settle(code === 0 ? undefined : new Error(`${command} ended with ${signal ?? code}`)),
    );
  });
}

export function pnpm(args) {
  return run('npx', ['--yes', manifest.packageManager, ...args]);
}

const lockDir = () => path.join(root, 'node_modules');
const installStamp = () => path.join(lockDir(), '.orbweaver-install');

/** Installs when the lockfile has changed. @returns false when nothing had changed */
export async function install() {
  const wanted = createHash('sha256')
    .update(readFileSync(path.join(root, 'pnpm-lock.yaml')))
    .update(readFileSync(path.join(root, 'pnpm-workspace.yaml')))
    .update(process.version)
    .digest('hex');
  if (existsSync(installStamp()) && readFileSync(installStamp(), 'utf8') === wanted) return false;
  say('· installing packages (one or two minutes on the first run)');
  rmSync(installStamp(), { force: true });
  await pnpm(['install', '--frozen-lockfile', '--reporter=append-only']);
  mkdirSync(lockDir(), { recursive: true });
  writeFileSync(installStamp(), wanted);
}

/**
 * Generates the database client if needed, then compiles what changed; with `withTests` also checks the types of tests.
 * @returns false when nothing had changed
 */
export async function build({ withTests = false } = {}) {
  const persistence = path.join(root, 'libs/persistence');
  const schema = path.join(persistence, 'prisma/schema.prisma');
  const client = path.join(persistence, 'src/generated/client.ts');
  if (!existsSync(client) || statSync(client).mtimeMs < statSync(schema).mtimeMs) {
    await run(process.execPath, [path.join(persistence, 'scripts/generate-client.mjs')]);
  }
  if (!existsSync(path.join(root, 'apps/standalone/dist'))) say('· building (about a minute on the first run)');
  removeStaleOutputs();
  const hasBuiltConsole = await buildConsole();
  const typescript = path.join(root, 'node_modules/typescript/bin/tsc');
  const projects = withTests ? 'libs/tooling/tsconfig.json' : 'libs/tooling/tsconfig.build.json';
  const { stdout } = await run(process.execPath, [typescript, '-b', '--verbose', projects]);
  return stdout.includes('Building project') || hasBuiltConsole;
}

/** Builds the console if its sources or the documentation changed. */
async function buildConsole() {
  const dir = path.join(root, 'apps/console');
  const stamp = path.join(dir, 'dist/.sources');
  const hash = createHash('sha256');
  const files = [dir, path.join(root, 'apps/docs')].flatMap((folder) =>
    readdirSync(folder, { recursive: true })
      .filter((name) => !/^(?:dist|node_modules|\.types)\b|\bgenerated\b|\.spec\./.test(name))
      .map((name) => path.join(folder, name))
      .filter((file) => statSync(file).isFile()),
  );
  for (const file of files.sort()) hash.update(file).update(readFileSync(file));
  const wanted = hash.digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return false;
  await run('npm', ['run', '--silent', '--prefix', dir, 'build']);
  writeFileSync(stamp, wanted);
  return true;
}

/** Deletes compiled files without a source: they would still be loaded. */
function removeStaleOutputs() {
  for (const dir of packageDirs()) {
    const dist = path.join(dir, 'dist');
    // The examples of the docs are compiled from another folder.
    if (!existsSync(dist) || !existsSync(path.join(dir, 'src'))) continue;
    // It contains the last errors, which tsc repeats after they are fixed.
    rmSync(path.join(dist, '.tsbuildinfo.test'), { force: true });
    const emits = !readFileSync(path.join(dir, 'tsconfig.json'), 'utf8').includes('"noEmit": true');
    for (const file of readdirSync(dist, { recursive: true })) {
      const source = /^(.*)\.(?:d\.ts|js)(?:\.map)?$/.exec(file)?.[1];
      if (source === undefined) continue;
      const isCompiled = emits && !source.endsWith('.spec') && existsSync(path.join(dir, 'src', `${source}.ts`));
      if (!isCompiled) rmSync(path.join(dist, file));
    }
  }
}

function packageDirs() {
  return ['apps', 'libs'].flatMap((group) =>
    readdirSync(path.join(root, group)).map((name) => path.join(root, group, name)),
  );
}

export function has(command, args = ['--version']) {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0;
}

/** Installs and builds if needed, then runs `main`, a built file, in this process. Its result is on stdout. */
export async function runBuilt(main, options) {
  sayOnStderr();
  requireNode();
  await step('packages installed', install);
  await step('built', () => build(options));
  createRequire(import.meta.url)(path.join(root, main));
}

export function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  say(`Orbweaver needs Node.js 20.19 or later; this is ${process.version}.`);
  process.exit(1);
}
