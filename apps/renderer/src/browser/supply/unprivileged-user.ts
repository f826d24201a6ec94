import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

export interface ProcessUser {
  name: string;
  uid: number;
  gid: number;
  /** Path of setpriv. Puppeteer does not search PATH. */
  setpriv: string;
}

/** Exists on every Linux. */
const NAME = 'nobody';

/** The user for the browser if this process is root; undefined if it is not root or may not switch users. */
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
    // The user does not exist, or the container may not switch users.
    return undefined;
  }
}

/** Whether the user may execute the program: root's home is closed to others. */
export async function mayExecute(user: ProcessUser, executablePath: string): Promise<boolean> {
  return await output(...asUser(user, 'test', ['-x', executablePath])).then(
    () => true,
    () => false,
  );
}

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
