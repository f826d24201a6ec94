import { type Queryable, SESSION_SETTINGS } from './database';

/**
 * What our statements need of a session and this one does not have, as the SQL that gives it to all sessions of the
 * role: behind a pooler a session cannot bring its own settings.
 */
export async function findMissingSettings(database: Queryable): Promise<string[]> {
  const names = SESSION_SETTINGS.map(([name]) => name);
  const rows = await database.$queryRaw<{ name: string; setting: string }[]>`
    SELECT name, setting FROM pg_settings WHERE name = ANY(${names}::text[])`;
  const shown = new Map(rows.map(({ name, setting }) => [name, setting]));
  return SESSION_SETTINGS.filter(([name, value]) => shown.get(name) !== value).map(
    ([name, value]) => `ALTER ROLE CURRENT_USER SET ${name} = '${value}'`,
  );
}

/** The name of a process's connections, by which others know how many it may come to hold. 63 bytes at most are kept. */
export const connectionName = (process: string, poolSize: number): string =>
  `orbweaver ${process.slice(0, 40)} pool=${poolSize}`;

export interface ConnectionBudget {
  /** What the server has for ordinary roles. */
  available: number;
  /** What all processes of ours that are connected now may come to hold, this one included. */
  wanted: number;
}

/** A process without a connection is not seen, nor is one of another role. */
export async function readConnectionBudget(database: Queryable): Promise<ConnectionBudget> {
  const [row] = await database.$queryRaw<[ConnectionBudget]>`
    SELECT current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
             - coalesce(current_setting('reserved_connections', true)::int, 0) AS available,
           (SELECT coalesce(sum(substring(name FROM ' pool=([0-9]+)$')::int), 0)::int
            FROM (SELECT DISTINCT application_name AS name FROM pg_stat_activity
                  WHERE application_name ~ '^orbweaver .* pool=[0-9]+$') AS processes) AS wanted`;
  return row;
}
