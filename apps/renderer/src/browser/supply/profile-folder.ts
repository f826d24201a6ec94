import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeCertificateDatabase } from './certificate-database';
import { giveToBrowserUser, type ProcessUser } from './unprivileged-user';

const PREFIX = 'orbweaver-browser-';

/** Disables requests of a full Chrome that no flag disables. Headless shells ignore the files. */
const PREFERENCES = {
  net: { network_prediction_options: 2 },
  autofill: { enabled: false, profile_enabled: false, credit_card_enabled: false },
  signin: { allowed: false, allowed_on_next_startup: false },
  safebrowsing: { enabled: false },
  search: { suggest_enabled: false },
  alternate_error_pages: { enabled: false },
  translate: { enabled: false },
  credentials_enable_service: false,
};
const LOCAL_STATE = {
  network_time: { network_time_queries_enabled: false },
  component_updates: { component_updates_enabled: false },
  dns_over_https: { mode: 'off' },
};

/** Creates a folder for the files of one browser. Folders of processes that no longer exist are removed first. */
export async function createProfileFolder(
  owner?: ProcessUser,
  authorities: readonly string[] = [],
): Promise<{ path: string; remove(): Promise<void> }> {
  await removeLeftBehind();
  const path = await mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`));
  const written = await writePreferences(path);
  if (authorities.length > 0) written.push(...(await writeCertificateDatabase(path, authorities)));
  if (owner !== undefined) await giveToBrowserUser(owner, [path, ...written]);
  return { path, remove: () => remove(path) };
}

async function writePreferences(path: string): Promise<string[]> {
  const folder = join(path, 'Default');
  const files = [join(folder, 'Preferences'), join(path, 'Local State')] as const;
  await mkdir(folder);
  await writeFile(files[0], JSON.stringify(PREFERENCES));
  await writeFile(files[1], JSON.stringify(LOCAL_STATE));
  return [folder, ...files];
}

async function removeLeftBehind(): Promise<void> {
  const names = await readdir(tmpdir());
  const dead = names.filter((name) => {
    const pid = name.startsWith(PREFIX) ? Number.parseInt(name.slice(PREFIX.length), 10) : Number.NaN;
    return pid > 0 && !isAlive(pid);
  });
  await Promise.all(dead.map((name) => remove(join(tmpdir(), name))));
}

/** A killed browser may still write: removal is retried, then left to the next start. */
async function remove(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }).catch(() => undefined);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
