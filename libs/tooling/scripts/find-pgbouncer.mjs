// PgBouncer, for the suite that puts it between services and Postgres.
import { spawnSync } from 'node:child_process';
import { MissingToolError } from './missing-tool.mjs';

/** Debian keeps servers where an ordinary user's PATH does not lead. */
const PROGRAMS = ['pgbouncer', '/usr/sbin/pgbouncer', '/usr/local/sbin/pgbouncer'];

/** @throws MissingToolError */
export function findPgBouncer() {
  const found = PROGRAMS.find((program) => spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0);
  if (found !== undefined) return found;
  throw new MissingToolError(
    'PgBouncer is not on the PATH (Debian, Ubuntu: apt install pgbouncer; macOS: brew install pgbouncer).',
  );
}
