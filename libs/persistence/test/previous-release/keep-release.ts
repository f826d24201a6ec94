import { writeFile } from 'node:fs/promises';
import { startTestDatabase, stopTestServer } from '@orbweaver/testing';
import type { PoolClient } from 'pg';
import { type Database, openPool, sessionOptions } from '../../src/database';
import { listMigrations } from '../../src/migrations/deploy-migrations';
import { runStatements, writeFinishedJobs, writeRunningJob } from '../fill-large-database';
import { hotStatements } from '../hot-statements';
import { KEPT_RELEASE, type KeptStatement, writeKept } from './kept-release';

/** Small in the file, large in the database. */
const ENDED_WORK = { jobs: 1, teams: 1, urls: 100_000, pages: 20_000, events: 1_000 };

class RolledBack extends Error {}

/** Records the statements of this build as the previous release's, as a step of a release.  @public */
export async function keepRelease(): Promise<void> {
  const scratch = await startTestDatabase();
  const data = [writeFinishedJobs(ENDED_WORK), writeRunningJob('first'), writeRunningJob('second')].flat();
  await runStatements(scratch.url, data);
  const statements = await recordStatements(scratch.url);
  const lastMigration = (await listMigrations()).at(-1) ?? '';
  await writeFile(KEPT_RELEASE, writeKept({ lastMigration, data, statements }));
  process.stdout.write(`kept ${statements.length} statements and the data of ${lastMigration}\n`);
  await scratch.close();
  await stopTestServer();
}

async function recordStatements(url: string): Promise<KeptStatement[]> {
  const kept = new Map<string, KeptStatement>();
  let sentBy = '';
  const database = openPool(
    { connectionString: url, max: 2, options: sessionOptions },
    {
      watch: (pool) =>
        pool.on('connect', (client: PoolClient) => {
          watchQueries(client, (text, values) => {
            if (/^(BEGIN|COMMIT|ROLLBACK)/i.test(text) || kept.has(text)) return;
            kept.set(text, { sentBy, text, values });
          });
        }),
    },
  );
  for (const one of hotStatements) {
    sentBy = one.name;
    await rollingBack(database, one.run);
  }
  await database.$disconnect();
  return [...kept.values()];
}

function rollingBack(database: Database, run: (typeof hotStatements)[number]['run']): Promise<unknown> {
  return database
    .$transaction(async (transaction) => {
      await run(transaction, database);
      throw new RolledBack();
    })
    .catch((error: unknown) => {
      if (!(error instanceof RolledBack)) throw error;
    });
}

function watchQueries(client: PoolClient, see: (text: string, values: unknown[]) => void): void {
  const send = client.query.bind(client) as (...args: unknown[]) => unknown;
  client.query = ((query: string | { text: string; values?: unknown[] }, ...rest: unknown[]) => {
    if (typeof query === 'string') see(query, Array.isArray(rest[0]) ? rest[0] : []);
    else see(query.text, query.values ?? (Array.isArray(rest[0]) ? rest[0] : []));
    return send(query, ...rest);
  }) as never;
}
