import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

/** A user with fewer rights that a process of ours may become. */
export interface ProcessUser {
  name: string;
  uid: number;
  gid: number;
  /** The program that changes the user, as a path: Puppeteer does not search PATH. */
  setpriv: string;
}

/** Exists on every Linux. Processes of this user own nothing and share the name with nothing else of ours. */
const NAME = 'nobody';

/**
 * The user that the browser runs as when this process is root. Undefined: it is not root, or the system does not let it
 * change users.
 */
export async function unprivilegedUser(): Promise<ProcessUser | undefined> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return undefined;
  try {
    const [uid, gid] = await Promise.all(['-u', '-g'].map(async (kind) => Number(await output('id', [kind, NAME]))));
    const folders = (process.env.PATH ?? '').split(delimiter);
    const setpriv = folders.map((folder) => join(folder, 'setpriv')).find((path) => existsSync(path));
    if (setpriv === undefined) return undefined;
    const user = { name: NAME, uid: uid!, gid: gid!, setpriv };
    await output(...asUser(user, 'true', []));
    return user;
  } catch {
    // There is no such user, or the container may not change users.
    return undefined;
  }
}

/** Tells whether the user can reach the program: root's home is closed to others. */
export async function mayExecute(user: ProcessUser, executablePath: string): Promise<boolean> {
  return await output(...asUser(user, 'test', ['-x', executablePath])).then(
    () => true,
    () => false,
  );
}

/** The command that runs `command` as the user, in the same process. */
export function asUser(user: ProcessUser, command: string, args: string[]): [command: string, args: string[]] {
  const { uid, gid, setpriv } = user;
  return [setpriv, [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', '--no-new-privs', '--', command, ...args]];
}

export async function giveToBrowserUser({ uid, gid }: ProcessUser, paths: string[]): Promise<void> {
  await Promise.all(paths.map((path) => chown(path, uid, gid)));
}

async function output(command: string, args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(command, args, { timeout: 10_000 });
  return stdout;
}
