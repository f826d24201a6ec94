import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Database, joinEmbeddedPostgres, openDatabase } from '@orbweaver/persistence';
import { ConfigError, refuseDataDir } from '@orbweaver/platform';
import type { AdminConfig } from './admin.config';

/** The installation's database, opened when a command first asks for it. */
export interface Installation {
  /** @throws ConfigError when neither DATABASE_URL nor DATA_DIR leads to a database, or DATA_DIR must not be used */
  databaseUrl(): Promise<string>;
  database(): Promise<Database>;
  close(): Promise<void>;
}

/**
 * Opens DATABASE_URL, or the embedded Postgres of DATA_DIR. One that does not run is started for the command and
 * stopped after it.
 */
export function openInstallation(config: AdminConfig): Installation {
  const opened: (() => Promise<unknown>)[] = [];
  let url: Promise<string> | undefined;
  let database: Database | undefined;

  const findUrl = async () => {
    if (config.DATABASE_URL !== undefined) return config.DATABASE_URL;
    const dir = path.resolve(config.DATA_DIR, 'postgres');
    if (!existsSync(path.join(dir, 'pgdata'))) {
      throw new ConfigError([
        `DATABASE_URL: set it to postgresql://user:password@host/database, or DATA_DIR to where an embedded one is (there is none in ${dir})`,
      ]);
    }
    const postgres = await joinEmbeddedPostgres({ dir }).catch((error) => refuseDataDir(config.DATA_DIR, error));
    opened.push(() => postgres.close());
    return postgres.url;
  };
  const databaseUrl = () => {
    url ??= findUrl();
    return url;
  };
  return {
    databaseUrl,
    async database() {
      if (database === undefined) {
        database = openDatabase({ url: await databaseUrl(), poolSize: 2, behindPooler: config.DATABASE_POOLER });
        const { $disconnect } = database;
        opened.push(() => $disconnect.call(database));
      }
      return database;
    },
    async close() {
      for (const release of opened.splice(0).reverse()) await release();
    },
  };
}
