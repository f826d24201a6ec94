import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { until } from '@orbweaver/testing';
import { findFreePort, inheritedEnv } from '../harness/service-process';

const execute = promisify(execFile);
const STARTS_WITHIN_MS = 60_000;
const DISTRIBUTIONS = '/usr/lib/postgresql';

/** Postgres does not run as root; distributions have a user for it. */
const [, uid, gid] = /^postgres:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8')) ?? [];
const user = process.getuid?.() === 0 && uid !== undefined ? { uid: Number(uid), gid: Number(gid) } : undefined;

/** Programs of the newest installed server, in Debian's layout. */
export function findPostgresPrograms(): string {
  const versions = readdirSync(DISTRIBUTIONS)
    .map(Number)
    .sort((a, b) => b - a);
  return path.join(DISTRIBUTIONS, String(versions[0]), 'bin');
}

/** A server of the distribution: the embedded one has no pg_dump and pg_basebackup. */
export class OwnPostgres {
  private constructor(
    private readonly programs: string,
    readonly folder: string,
    readonly url: string,
    private readonly server: ChildProcess,
  ) {}

  static makeFolder(): string {
    const folder = mkdtempSync(path.join(tmpdir(), 'orbweaver-drill-postgres-'));
    chmodSync(folder, 0o700);
    if (user !== undefined) chownSync(folder, user.uid, user.gid);
    return folder;
  }

  /** Creates an empty server with a database. */
  static async create(programs: string): Promise<OwnPostgres> {
    const folder = OwnPostgres.makeFolder();
    await runProgram(programs, 'initdb', [
      '-D',
      path.join(folder, 'data'),
      '-U',
      'postgres',
      '-A',
      'trust',
      '-E',
      'UTF8',
      '--no-locale',
    ]);
    const postgres = await OwnPostgres.start(programs, folder);
    await postgres.run('createdb', [
      '-h',
      '127.0.0.1',
      '-p',
      new URL(postgres.url).port,
      '-U',
      'postgres',
      'orbweaver',
    ]);
    return postgres;
  }

  /** Starts the server whose data is in `data` of the folder. */
  static async start(programs: string, folder: string): Promise<OwnPostgres> {
    const port = await findFreePort();
    const settings = [
      '-c',
      `port=${port}`,
      '-c',
      'listen_addresses=127.0.0.1',
      '-c',
      `unix_socket_directories=${folder}`,
    ];
    const server = spawn(
      path.join(programs, 'postgres'),
      ['-D', path.join(folder, 'data'), ...settings, '-c', 'max_connections=300'],
      {
        ...user,
        stdio: ['ignore', 'ignore', 'pipe'],
        env: inheritedEnv(),
        cwd: '/',
      },
    );
    process.once('exit', () => server.kill('SIGKILL'));
    let log = '';
    server.stderr?.on('data', (text) => {
      log = `${log}${text}`.slice(-4_000);
    });
    const address = ['-h', '127.0.0.1', '-p', String(port), '-U', 'postgres'];
    await until(
      `Postgres in ${folder}`,
      async () => {
        if (server.exitCode !== null) throw new Error(log);
        return runProgram(programs, 'pg_isready', address).then(
          () => true,
          () => undefined,
        );
      },
      STARTS_WITHIN_MS,
    );
    return new OwnPostgres(programs, folder, `postgresql://postgres@127.0.0.1:${port}/orbweaver`, server);
  }

  run(program: string, args: string[]): Promise<string> {
    return runProgram(this.programs, program, args);
  }

  /** Kills it and deletes its data, like a failing disk. */
  async destroy(): Promise<void> {
    if (this.server.exitCode === null && this.server.signalCode === null) {
      const ended = once(this.server, 'exit');
      this.server.kill('SIGQUIT');
      await ended;
    }
    rmSync(this.folder, { recursive: true, force: true });
  }
}

async function runProgram(programs: string, program: string, args: string[]): Promise<string> {
  const { stdout } = await execute(path.join(programs, program), args, { ...user, env: inheritedEnv(), cwd: '/' });
  return stdout;
}
