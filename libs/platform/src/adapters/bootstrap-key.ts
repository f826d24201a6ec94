import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { type Actor, type Database, ensureApiKey, generateApiKey, processActor } from '@orbweaver/persistence';
import { API_KEY, type PlatformConfig } from '../config/platform.config';
import { inDataDir, makeFolder } from './data-dir';

export const startActor = (): Actor => processActor(`start of ${process.pid}@${hostname()}`);

const TEAM = 'default';

export interface BootstrapKey {
  key: string;
  isRevoked: boolean;
}

/**
 * Activates the bootstrap key: BOOTSTRAP_API_KEY, or, in a self-contained process, a key generated once and kept in
 * DATA_DIR with mode 600.
 * @throws ConfigError when DATA_DIR is not writable
 * @returns undefined if keys are only created by the admin command
 */
export async function ensureBootstrapKey(
  database: Database,
  config: PlatformConfig,
  mayMake: boolean,
): Promise<BootstrapKey | undefined> {
  const key =
    config.BOOTSTRAP_API_KEY ?? (mayMake ? inDataDir(config.DATA_DIR, () => keptKey(config.DATA_DIR)) : undefined);
  if (key === undefined) return undefined;
  const { isRevoked } = await ensureApiKey(database, { key, team: TEAM, name: 'bootstrap', actor: startActor() });
  return { key, isRevoked };
}

function keptKey(dataDir: string): string {
  const file = path.resolve(dataDir, 'api-key');
  const kept = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
  // A file truncated by a crash must not become a valid key.
  if (API_KEY.test(kept)) return kept;
  const key = generateApiKey();
  makeFolder(path.dirname(file));
  writeFileSync(`${file}.new`, `${key}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return key;
}
