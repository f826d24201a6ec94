import { type Queryable, SESSION_SETTINGS } from './database';

/** Missing session settings as SQL for the role: behind a pooler sessions cannot set them. */
export async function findMissingSettings(database: Queryable): Promise<string[]> {
  const names = SESSION_SETTINGS.map(([name]) => name);
  const rows = await database.$queryRaw<{ name: string; setting: string }[]>`
    SELECT name, setting FROM pg_settings WHERE name = ANY(${names}::text[])`;
  const shown = new Map(rows.map(({ name, setting }) => [name, setting]));
  return SESSION_SETTINGS.filter(([name, value]) => shown.get(name) !== value).map(
    ([name, value]) => `ALTER ROLE CURRENT_USER SET ${name} = '${value}'`,
  );
}

/** Application name with the pool size, from which other processes compute the sum. Limited to 63 bytes. */
export const connectionName = (process: string, poolSize: number): string =>
  `orbweaver ${process.slice(0, 40)} pool=${poolSize}`;

export interface ConnectionBudget {
  available: number;
  /** Maximum connections of all connected processes, including this one. */
  wanted: number;
}

export async function readConnectionBudget(database: Queryable): Promise<ConnectionBudget> {
  const [row] = await database.$queryRaw<[ConnectionBudget]>`
    SELECT current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
             - coalesce(current_setting('reserved_connections', true)::int, 0) AS available,
           (SELECT coalesce(sum(substring(name FROM ' pool=([0-9]+)$')::int), 0)::int
            FROM (SELECT DISTINCT application_name AS name FROM pg_stat_activity
                  WHERE application_name ~ '^orbweaver .* pool=[0-9]+$') AS processes) AS wanted`;
  return row;
}
