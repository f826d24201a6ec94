import { connectionSettings } from '../driver/connection-settings';
import { StoreClient } from '../driver/store-client';
import { CONNECTION_TIMEOUT_MS, KEEP_ALIVE_DELAY_MS, MIGRATION_TIMEOUT_MS } from '../driver/time-limits';

/** Counting the rows of the largest table sends nothing for minutes. */
const SILENCE_MS = 1_800_000;

/** The URL of a database, and the authorities that its TLS connections trust. */
export interface StoreAddress {
  url: string;
  authorities?: readonly string[] | undefined;
}

/** Runs `work` in one transaction of a session whose statements may take hours. Works behind a pooler. */
export async function inOneTransaction<T>(
  { url, authorities }: StoreAddress,
  mode: 'READ ONLY' | 'READ WRITE',
  work: (client: StoreClient) => Promise<T>,
): Promise<T> {
  const client = new StoreClient({
    ...connectionSettings(url, authorities),
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
    silenceMs: SILENCE_MS,
  });
  // A terminated session reports its error twice: to the statement, and with this event.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(`BEGIN ISOLATION LEVEL REPEATABLE READ ${mode}`);
    await client.query(`SET LOCAL statement_timeout = ${MIGRATION_TIMEOUT_MS}`);
    await client.query('SET LOCAL idle_in_transaction_session_timeout = 0');
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } finally {
    await client.end();
  }
}

/** Quotes the name of a table or column. */
export const quoteIdentifier = (name: string): string => `"${name.replaceAll('"', '""')}"`;
