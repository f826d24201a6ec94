// Finds PgBouncer for the connection pooler suite.
import { spawnSync } from 'node:child_process';
import { MissingToolError } from './missing-tool.mjs';

/** Debian installs servers outside of an ordinary user's PATH. */
const PROGRAMS = ['pgbouncer', '/usr/sbin/pgbouncer', '/usr/local/sbin/pgbouncer'];

/** @throws MissingToolError */
export function findPgBouncer() {
  const found = PROGRAMS.find((program) => spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0);
  if (found !== undefined) return found;
  throw new MissingToolError(
    'PgBouncer is not on the PATH (Debian, Ubuntu: apt install pgbouncer; macOS: brew install pgbouncer).',
  );
}
