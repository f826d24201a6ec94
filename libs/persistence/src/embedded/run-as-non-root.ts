import { type SpawnOptions, spawnSync } from 'node:child_process';

export interface Invocation {
  command: string;
  args: string[];
  options: SpawnOptions;
  /** The user that must own the data directory; undefined: the current one. */
  ownerUid?: number;
}

/** `nobody` on every Linux. */
const NOBODY = 65534;

/**
 * Postgres refuses to run as root. As root it is started in a user namespace in which root looks like
 * `nobody`: files stay root's, so a project below /root works. Where namespaces are forbidden (Docker's
 * default seccomp profile) the process really becomes `nobody`, and the data directory must belong to it.
 */
export function asNonRoot(command: string, args: string[]): Invocation {
  if (process.getuid?.() !== 0) return { command, args, options: {} };
  const namespace = ['--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`];
  if (spawnSync('unshare', [...namespace, 'true']).status === 0) {
    return { command: 'unshare', args: [...namespace, command, ...args], options: {} };
  }
  return { command, args, options: { uid: NOBODY, gid: NOBODY }, ownerUid: NOBODY };
}
