import { setTimeout as delay } from 'node:timers/promises';
import {
  type Database,
  findMissingSettings,
  isStoreUnavailable,
  listMigrations,
  readConnectionBudget,
} from '@orbweaver/persistence';
import type { Logger } from 'pino';
import type { HealthChecks } from './health';

const PING_INTERVAL_MS = 5000;
/** A ping may wait twice as long for a free connection, because the process may be busy. */
const PING_LIMIT_MS = 2000;
const WAIT_INTERVAL_MS = 500;

/**
 * Waits for the database with all migrations and settings of this build. No time limit: services, Postgres and the
 * migration job may start in any order. Then reports readiness.
 * @returns a function that stops the watch
 */
export async function watchDatabase(
  database: Database,
  health: HealthChecks,
  logger: Logger,
  stopping: AbortSignal,
  pingIntervalMs = PING_INTERVAL_MS,
): Promise<() => Promise<void>> {
  await untilMigrated(database, logger, stopping);
  let reason: string | undefined;
  let pending = false;
  health.addReadiness('database', () => (reason === undefined ? { healthy: true } : { healthy: false, reason }));
  const note = (now: string | undefined, error?: unknown) => {
    if (now !== undefined && reason === undefined) logger.warn({ err: error, reason: now }, 'database-unavailable');
    if (now === undefined && reason !== undefined) logger.info('database-available');
    reason = now;
  };
  const timer = setInterval(async () => {
    if (pending) return;
    pending = true;
    let isBusy = false;
    const late = setInterval(() => {
      const { open, waiting } = database.connections();
      if (waiting === 0) note('Postgres does not respond');
      else if (isBusy) note(`All ${open} database connections are in use`);
      isBusy = true;
    }, PING_LIMIT_MS);
    try {
      await database.ping(PING_LIMIT_MS);
      note(undefined);
    } catch (error) {
      note(isStoreUnavailable(error) ? error.message : 'Postgres rejected a ping', error);
    } finally {
      clearInterval(late);
      pending = false;
    }
  }, pingIntervalMs);
  return async () => clearInterval(timer);
}

/** Checked at start-up, because a pool only reaches its maximum under load. */
export async function warnOfFewConnections(database: Database, logger: Logger): Promise<void> {
  try {
    const { available, wanted } = await readConnectionBudget(database);
    if (wanted > available) logger.warn({ available, wanted, variable: 'DATABASE_POOL_SIZE' }, 'too-few-connections');
  } catch (error) {
    logger.warn({ err: error }, 'connections-not-counted');
  }
}

async function untilMigrated(database: Database, logger: Logger, stopping: AbortSignal): Promise<void> {
  const latest = (await listMigrations()).at(-1);
  let said = '';
  for (;;) {
    const missing = await whatIsMissing(database, latest);
    if (missing === undefined) return;
    if (missing !== said) logger.warn({ reason: missing }, 'waiting-for-database');
    said = missing;
    await delay(WAIT_INTERVAL_MS, undefined, { signal: stopping });
  }
}

async function whatIsMissing(database: Database, latest: string | undefined): Promise<string | undefined> {
  try {
    const rows = await database.$queryRaw<{ present: boolean }[]>`
      SELECT EXISTS (SELECT 1 FROM _prisma_migrations WHERE migration_name = ${latest} AND finished_at IS NOT NULL) AS present`;
    if (!rows[0]?.present) return `migration ${latest} is not applied (orbweaver migrate)`;
    const missing = await findMissingSettings(database);
    return missing.length === 0
      ? undefined
      : `the role lacks settings: ${missing.join('; ')}; then run RECONNECT at the pooler to refresh its connections`;
  } catch (error) {
    if (isStoreUnavailable(error)) return error.message;
    const message = error instanceof Error ? error.message : String(error);
    return message.includes('_prisma_migrations') ? 'no migration is applied (orbweaver migrate)' : message;
  }
}
