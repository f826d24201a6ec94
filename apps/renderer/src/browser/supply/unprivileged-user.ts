import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

/** Somebody whom a process of ours may become, who may do less than we. */
export interface ProcessUser {
  name: string;
  uid: number;
  gid: number;
  /** The program that changes to the user, as a path: Puppeteer does not look a name up. */
  setpriv: string;
}

/** On every Linux; what runs as this user owns nothing, and shares the name with nothing else of ours. */
const NAME = 'nobody';

/** The user that a browser is started as when we are root. Undefined: we are not, or the system lets nobody be another. */
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
    // No such user, or a container that may not change users.
    return undefined;
  }
}

/** Whether the user can come to the program at all: what lies below root's home is closed to others. */
export async function mayExecute(user: ProcessUser, executablePath: string): Promise<boolean> {
  return await output(...asUser(user, 'test', ['-x', executablePath])).then(
    () => true,
    () => false,
  );
}

/** The command that becomes `command` of the user, in the same process. */
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
