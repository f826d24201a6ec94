import { type SpawnOptions, spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';

export interface Invocation {
  command: string;
  args: string[];
  options: SpawnOptions;
  /** The user that must own the data directory; undefined: the current one. */
  owner?: Owner;
}

interface Owner {
  uid: number;
  gid: number;
}

/** `nobody` on every Linux. */
const NOBODY: Owner = { uid: 65534, gid: 65534 };
/** In this order. Not `nobody`: hostile pages may run as that user, and it could read the database's files. */
const USERS = ['postgres', 'daemon'];

/**
 * Postgres refuses to run as root. Root therefore starts it as the first of USERS that exists and can reach the program
 * and `home`. When none can (a project below /root), it starts in a user namespace where root looks like `nobody`, and
 * the files stay root's. Where namespaces are forbidden too (Docker's default seccomp profile), it runs as `nobody`.
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

/**
 * Gives `paths` to the user that the server runs as; an earlier start may have given them to another. Only root can.
 */
export function giveTo({ owner = { uid: 0, gid: 0 } }: Pick<Invocation, 'owner'>, paths: string[]): void {
  if (process.getuid?.() !== 0) return;
  const foreign = paths.filter((path) => statSync(path).uid !== owner.uid);
  if (foreign.length === 0) return;
  const { status, stderr } = spawnSync('chown', ['-R', `${owner.uid}:${owner.gid}`, '--', ...foreign]);
  if (status !== 0) throw new Error(`The files of Postgres could not be given to user ${owner.uid}: ${stderr}`);
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
