import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { connectionUrl } from './initialise-cluster';
import { DirectoryInUseError, type DirectoryLock, lockDirectory } from './lock-directory';
import { findReady } from './postmaster';
import { type EmbeddedPostgresOptions, startEmbeddedPostgres } from './start-embedded-postgres';

export interface JoinedPostgres {
  url: string;
  close(): Promise<void>;
}

const TIMEOUT_MS = 60_000;
const INTERVAL_MS = 100;

/**
 * Uses the running server of a directory, or starts one.
 * @throws DirectoryInUseError if another process has locked the directory without a running server
 */
export async function joinEmbeddedPostgres(options: Omit<EmbeddedPostgresOptions, 'lock'>): Promise<JoinedPostgres> {
  const home = path.resolve(options.dir);
  mkdirSync(home, { recursive: true });
  for (const deadline = Date.now() + TIMEOUT_MS; ; await delay(INTERVAL_MS)) {
    // Does not lock, because a service may be starting.
    const running = findReady(path.join(home, 'pgdata'));
    if (running !== undefined) return { url: connectionUrl(home, running.port), close: async () => undefined };
    let lock: DirectoryLock;
    try {
      lock = lockDirectory(home);
    } catch (error) {
      if (error instanceof DirectoryInUseError && Date.now() < deadline) continue;
      throw error;
    }
    return startForCaller(options, lock);
  }
}

async function startForCaller(options: EmbeddedPostgresOptions, lock: DirectoryLock): Promise<JoinedPostgres> {
  try {
    const server = await startEmbeddedPostgres({ ...options, lock });
    const close = async () => {
      if (!server.reused) await server.stop();
      lock.release();
    };
    return { url: server.url, close };
  } catch (error) {
    lock.release();
    throw error;
  }
}
