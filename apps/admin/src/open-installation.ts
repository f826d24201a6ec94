import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Database, joinEmbeddedPostgres, openDatabase } from '@orbweaver/persistence';
import { ConfigError, refuseDataDir, trustedAuthorities } from '@orbweaver/platform';
import type { AdminConfig } from './admin.config';

/** The database of the installation, opened on first use. */
export interface Installation {
  /**
   * @param options.mayCreate creates an embedded database in an empty DATA_DIR
   * @throws ConfigError without a database in DATABASE_URL or DATA_DIR, or for an unusable DATA_DIR
   */
  databaseUrl(options?: { mayCreate: boolean }): Promise<string>;
  database(): Promise<Database>;
  close(): Promise<void>;
}

/** Opens DATABASE_URL, or the embedded Postgres of DATA_DIR, which is started for the command if it is not running. */
export function openInstallation(config: AdminConfig): Installation {
  const opened: (() => Promise<unknown>)[] = [];
  let url: Promise<string> | undefined;
  let database: Database | undefined;

  const findUrl = async (mayCreate: boolean) => {
    if (config.DATABASE_URL !== undefined) return config.DATABASE_URL;
    const dir = path.resolve(config.DATA_DIR, 'postgres');
    if (!mayCreate && !existsSync(path.join(dir, 'pgdata'))) {
      throw new ConfigError([
        `DATABASE_URL: set it to postgresql://user:password@host/database, or set DATA_DIR to an embedded database (none found in ${dir})`,
      ]);
    }
    const postgres = await joinEmbeddedPostgres({ dir }).catch((error) => refuseDataDir(config.DATA_DIR, error));
    opened.push(() => postgres.close());
    return postgres.url;
  };
  const databaseUrl = ({ mayCreate } = { mayCreate: false }) => {
    url ??= findUrl(mayCreate);
    return url;
  };
  return {
    databaseUrl,
    async database() {
      if (database === undefined) {
        database = openDatabase({
          url: await databaseUrl(),
          poolSize: 2,
          behindPooler: config.DATABASE_POOLER,
          authorities: trustedAuthorities(config.EXTRA_CA_CERTS),
        });
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
