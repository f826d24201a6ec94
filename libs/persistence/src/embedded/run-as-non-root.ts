import { type SpawnOptions, spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';

export interface Invocation {
  command: string;
  args: string[];
  options: SpawnOptions;
  owner?: Owner;
}

interface Owner {
  uid: number;
  gid: number;
}

/** `nobody` on Linux. */
const NOBODY: Owner = { uid: 65534, gid: 65534 };
/** In order. Excludes `nobody`: hostile pages may run as that user and could read the database. */
const USERS = ['postgres', 'daemon'];

/**
 * Postgres rejects root. Uses the first of USERS with access to the program and `home`, else a user namespace in which
 * root appears as `nobody`, else (with Docker's default seccomp profile) `nobody`.
 */
export function asNonRoot(command: string, args: string[], home: string): Invocation {
  if (process.getuid?.() !== 0) return { command, args, options: {} };
  const user = USERS.map(findUser).find((one) => one !== undefined && mayReach(one, command, home));
  if (user !== undefined) return { command, args, options: user, owner: user };
  const namespace = ['--user', `--map-user=${NOBODY.uid}`, `--map-group=${NOBODY.gid}`];
  if (spawnSync('unshare', [...namespace, 'true']).status === 0) {
    return { command: 'unshare', args: [...namespace, command, ...args], options: {} };
  }
  return { command, args, options: NOBODY, owner: NOBODY };
}

export function changeOwner({ owner = { uid: 0, gid: 0 } }: Pick<Invocation, 'owner'>, paths: string[]): void {
  if (process.getuid?.() !== 0) return;
  const foreign = paths.filter((path) => statSync(path).uid !== owner.uid);
  if (foreign.length === 0) return;
  const { status, stderr } = spawnSync('chown', ['-R', `${owner.uid}:${owner.gid}`, '--', ...foreign]);
  if (status !== 0) throw new Error(`cannot change the owner of the Postgres files to user ${owner.uid}: ${stderr}`);
}

function findUser(name: string): Owner | undefined {
  const [, , uid, gid] = users().find(([known]) => known === name) ?? [];
  return uid === undefined ? undefined : { uid: Number(uid), gid: Number(gid) };
}

function users(): string[][] {
  try {
    return readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .map((line) => line.split(':'));
  } catch {
    return []; // ENOENT: a system without it
  }
}

function mayReach(owner: Owner, command: string, home: string): boolean {
  return [command, home].every((path) => spawnSync('test', ['-x', path], owner).status === 0);
}
