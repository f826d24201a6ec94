import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { PostgresBinaries } from './locate-postgres';
import { asNonRoot, changeOwner } from './run-as-non-root';

export const POSTGRES_ENVIRONMENT = { ...process.env, LC_ALL: 'C', TZ: 'UTC' };

const passwordFile = (home: string) => path.join(home, 'pg.password');

/** Runs initdb in a sibling directory and renames it, so that an interrupted run leaves no partial cluster. */
export function initialiseCluster(binaries: PostgresBinaries, home: string, cluster: string): void {
  const fresh = `${cluster}.init`;
  rmSync(fresh, { recursive: true, force: true });
  rmSync(cluster, { recursive: true, force: true });
  writeFileSync(passwordFile(home), `${randomBytes(18).toString('base64url')}\n`, { mode: 0o600 });
  const invocation = asNonRoot(
    binaries.initdb,
    [
      ...['-D', fresh, '-U', 'postgres', `--pwfile=${passwordFile(home)}`, '-A', 'scram-sha-256', '-E', 'UTF8'],
      ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'],
    ],
    home,
  );
  const { command, args, options } = invocation;
  mkdirSync(fresh, { mode: 0o700 });
  changeOwner(invocation, [fresh, passwordFile(home)]);
  const result = spawnSync(command, args, { ...options, encoding: 'utf8', env: POSTGRES_ENVIRONMENT });
  if (result.status !== 0) throw new Error(`initdb failed: ${result.stderr || String(result.error)}`);
  renameSync(fresh, cluster);
}

/** For the superuser and the database `postgres`. */
export function connectionUrl(home: string, port: number): string {
  const password = readFileSync(passwordFile(home), 'utf8').trim();
  return `postgresql://postgres:${password}@127.0.0.1:${port}/postgres`;
}
