// `npm run drill -- upgrade --from REVISION`, `npm run drill -- restore`: rehearses an operation under load and checks
// the result.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ensureKafka } from '../kafka/ensure-kafka.mjs';
import { MissingToolError } from './missing-tool.mjs';
import { build, install, requireNode, root, say, step } from './workspace.mjs';

const USAGE = `usage: npm run drill -- upgrade --from REVISION [--passes forward,reverse,rollback] [--pages 1200]
       npm run drill -- upgrade --from FOLDER       a checkout that is built already
       npm run drill -- restore [--pages 600] [--postgres-bin FOLDER] [--ways orbweaver,dump,base]

upgrade   crawls and scrapes while each service of REVISION is replaced by that of this tree (two to four minutes a pass):
          from the gateways on, from results on, and back again beneath the newer schema
restore   takes a backup in the middle of a crawl, ends everything, and goes on from the backup with an empty Kafka, with
          orbweaver backup, pg_dump and pg_basebackup of the Postgres whose programs are in FOLDER

Both start a Kafka of their own, which needs Java 17, and Maven the first time.
`;

const { values, positionals } = readArguments();
requireNode();
await step('packages installed', install);
await step('built', () => build());
// Must not write to another Kafka.
delete process.env.KAFKA_BROKERS;
const removals = [];
let exitCode = 1;
try {
  exitCode = await (positionals[0] === 'upgrade' ? upgrade(values.from) : restore());
} finally {
  for (const remove of removals.reverse()) await remove();
}
process.exit(exitCode);

async function upgrade(from) {
  const isFolder = existsSync(path.join(from, 'pnpm-workspace.yaml'));
  const folder = isFolder ? path.resolve(from) : await checkOut(from);
  const env = { KAFKA_BROKERS: await startKafka() };
  return run('upgrade-main.ts', [folder, from, values.pages ?? '1200', values.passes], env);
}

async function restore() {
  const ways = values.ways.split(',');
  for (const way of ways) {
    const env = { KAFKA_BROKERS: await startKafka(), EMPTY_KAFKA_BROKERS: await startKafka() };
    const code = await run('restore-main.ts', [values['postgres-bin'] ?? '', values.pages ?? '600', way], env);
    if (code !== 0) return code;
  }
  return 0;
}

async function startKafka() {
  try {
    const { brokers, stop } = await ensureKafka();
    removals.push(stop);
    return brokers;
  } catch (error) {
    if (!(error instanceof MissingToolError)) throw error;
    say(error.message);
    process.exit(3);
  }
}

/** Checks out the revision in a worktree, which its scripts install and build. */
async function checkOut(revision) {
  const folder = mkdtempSync(path.join(tmpdir(), 'orbweaver-drill-'));
  const git = (...args) => execFileSync('git', args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  await step(`${revision} checked out and built`, async () => {
    git('worktree', 'add', '--detach', folder, revision);
    removals.push(() => {
      git('worktree', 'remove', '--force', folder);
      rmSync(folder, { recursive: true, force: true });
    });
    const workspace = path.join(folder, 'libs/tooling/scripts/workspace.mjs');
    const script = `const w = await import(${JSON.stringify(workspace)}); await w.install(); await w.build();`;
    execFileSync(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'ignore', 'inherit'] });
  });
  return folder;
}

/** Runs TypeScript as the suites do. */
async function run(file, args, env) {
  const hook = path.join(root, 'libs/tooling/typescript-hook.cjs');
  const child = spawn(process.execPath, ['-r', hook, path.join(root, 'apps/e2e/src/drills', file), ...args], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  const [code] = await once(child, 'exit');
  return code ?? 1;
}

function readArguments() {
  try {
    const text = { type: 'string' };
    const read = parseArgs({
      allowPositionals: true,
      options: {
        from: text,
        passes: { ...text, default: 'forward,reverse,rollback' },
        pages: text,
        ways: { ...text, default: 'orbweaver,dump,base' },
        'postgres-bin': text,
        help: { type: 'boolean' },
      },
    });
    const [drill] = read.positionals;
    const isValid = drill === 'restore' || (drill === 'upgrade' && read.values.from !== undefined);
    if (isValid && read.positionals.length === 1 && !read.values.help) return read;
  } catch (error) {
    say(error.message);
  }
  say(USAGE);
  process.exit(process.argv.includes('--help') ? 0 : 2);
}
