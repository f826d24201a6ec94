import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { findMissingSettings, openDatabase } from '@orbweaver/persistence';
import { until } from '@orbweaver/testing';
import { findFreePort } from './service-process';

const STARTS_WITHIN_MS = 10_000;

export interface PgBouncerOptions {
  /** Path of PgBouncer. */
  program: string;
  /** The URL of Postgres. */
  target: string;
  /** Connections to Postgres. */
  poolSize: number;
  directory: string;
}

/** PgBouncer in transaction mode. */
export class PgBouncer {
  private constructor(
    /** For DATABASE_URL, with DATABASE_POOLER. */
    readonly url: string,
    private readonly options: PgBouncerOptions,
    private process: ChildProcess,
  ) {}

  /** Sets the role's settings, which sessions cannot bring through PgBouncer, and starts it. */
  static async start(options: PgBouncerOptions): Promise<PgBouncer> {
    await giveRoleItsSettings(options.target);
    const port = await findFreePort();
    mkdirSync(options.directory, { recursive: true });
    writeFileSync(settingsFile(options), settingsOf(options, port));
    // Started by root it runs as another user, who must read this.
    chmodSync(settingsFile(options), 0o644);
    const url = new URL(options.target);
    url.hostname = '127.0.0.1';
    url.port = String(port);
    const bouncer = new PgBouncer(url.href, options, run(options));
    await bouncer.untilReady();
    return bouncer;
  }

  /** Breaks all connections, including running transactions. */
  async crash(): Promise<void> {
    this.process.kill('SIGKILL');
    await once(this.process, 'exit');
  }

  async startAgain(): Promise<void> {
    this.process = run(this.options);
    await this.untilReady();
  }

  async stop(): Promise<void> {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return;
    this.process.kill('SIGINT');
    const late = setTimeout(() => this.process.kill('SIGKILL'), 5000);
    await once(this.process, 'exit');
    clearTimeout(late);
  }

  private async untilReady(): Promise<void> {
    const database = openDatabase({ url: this.url, poolSize: 1, behindPooler: true });
    try {
      await until(
        'PgBouncer',
        async () => {
          if (this.process.exitCode !== null) throw new Error(`PgBouncer ended; see ${this.options.directory}`);
          return database.$queryRaw`SELECT 1`.then(
            () => true,
            () => undefined,
          );
        },
        STARTS_WITHIN_MS,
      );
    } finally {
      await database.$disconnect();
    }
  }
}

const settingsFile = ({ directory }: PgBouncerOptions) => path.join(directory, 'pgbouncer.ini');

function settingsOf({ target, poolSize }: PgBouncerOptions, port: number): string {
  const { hostname, port: targetPort, pathname, username, password } = new URL(target);
  const host = `host=${hostname} port=${targetPort || 5432} user=${decodeURIComponent(username)}`;
  const secret = password === '' ? '' : ` password=${decodeURIComponent(password)}`;
  return [
    '[databases]',
    `${pathname.slice(1)} = ${host}${secret}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    `default_pool_size = ${poolSize}`,
    'max_client_conn = 1000',
    '',
  ].join('\n');
}

function run(options: PgBouncerOptions): ChildProcess {
  const log = openSync(path.join(options.directory, 'pgbouncer.log'), 'a');
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  return spawn(options.program, [...user, settingsFile(options)], { stdio: ['ignore', log, log] });
}

async function giveRoleItsSettings(url: string): Promise<void> {
  const database = openDatabase({ url, poolSize: 1, behindPooler: true });
  try {
    for (const sql of await findMissingSettings(database)) await database.$executeRawUnsafe(sql);
  } finally {
    await database.$disconnect();
  }
}
