import { hostname } from 'node:os';
import path from 'node:path';
import type { Clock } from '@orbweaver/core';
import type { Transport } from '@orbweaver/messaging';
import type { ContentStore } from '@orbweaver/object-store';
import {
  connectionName,
  type Database,
  DirectoryInUseError,
  type DirectoryLock,
  deployMigrations,
  endClaims,
  lockDirectory,
  openDatabase,
  startEmbeddedPostgres,
} from '@orbweaver/persistence';
import type { Logger } from 'pino';
import { Registry } from 'prom-client';
import { ConfigError, type ConfigRule } from '../config/config';
import type { PlatformConfig } from '../config/platform.config';
import { ClockWatch, clockInStep, type SharedClock } from '../health/clock-watch';
import { startDatabaseClock } from '../health/database-clock';
import { warnOfFewConnections, watchDatabase } from '../health/database-health';
import { HealthChecks } from '../health/health';
import type { Service, ServiceName } from '../service';
import { openTracing } from '../tracing/open-tracing';
import { noTracing, type Tracing } from '../tracing/tracing';
import type { Stopping } from '../work/stopping';
import { createTransport } from './create-transport';
import { inDataDir, makeFolder } from './data-dir';
import { openContents } from './open-contents';
import { measureConnections, measureProcess } from './process-metrics';
import { refuseTakenPorts } from './refuse-taken-port';
import { startActor } from './start-actor';
import { untilAvailable } from './until-available';

/** Everything a process has once, whatever services run in it. */
export interface Platform {
  logger: Logger;
  metrics: Registry;
  health: HealthChecks;
  stopping: Stopping;
  transport: Transport;
  tracing: Tracing;
  /** Follows the clock of the database or the brokers if the local clock differs. */
  clock: Clock;
  /** Absent when no service of the process may have it. */
  database?: Database;
  /** Absent when no service of the process may have it. */
  contents?: ContentStore;
  /** Closes what createPlatform opened, the database last. */
  close(): Promise<void>;
}

const ALL_SERVICES: readonly ServiceName[] = ['gateway', 'frontier', 'renderer', 'results'];

/** True when the services need nothing outside their process. */
export function isComplete(services: readonly Service[]): boolean {
  return ALL_SERVICES.every((name) => services.some((service) => service.name === name));
}

/** A service alone needs what connects it to the others. */
export function refuseIsolation(services: readonly Service[]): ConfigRule {
  if (isComplete(services)) return () => [];
  const names = services.map((service) => service.name).join(', ');
  return (isSet) => {
    const problems: string[] = [];
    if (!isSet('KAFKA_BROKERS')) {
      problems.push(`KAFKA_BROKERS: ${names} alone reaches the other services over Kafka only; set it to host:port`);
    }
    if (!isSet('DATABASE_URL') && services.some((service) => service.database)) {
      problems.push(
        `DATABASE_URL: ${names} alone shares its Postgres with the other services; set it to postgresql://…`,
      );
    }
    return problems;
  };
}

/**
 * The one place that looks at KAFKA_BROKERS, DATABASE_URL and OBJECT_STORE_URL and chooses adapters by them. Rejects, with everything
 * closed again, when the process is told to stop meanwhile.
 * @throws ConfigError, before anything is started, when DATA_DIR is in use or cannot be written, or PORT is taken, and
 * when the object store refuses the process
 */
export async function createPlatform(
  services: readonly Service[],
  config: PlatformConfig,
  logger: Logger,
  stopping: Stopping,
  onFatal: (error: unknown) => void,
): Promise<Platform> {
  const metrics = new Registry();
  measureProcess(metrics);
  const health = new HealthChecks();
  const opened: (() => Promise<unknown>)[] = [];
  const shared: SharedClock[] = [];
  const close = async () => {
    for (const release of opened.splice(0).reverse()) await release();
  };
  try {
    const traces = await openTracing(config, services, logger);
    if (traces !== undefined) opened.push(traces.close);
    let database: Database | undefined;
    const needsDatabase = services.some((service) => service.database);
    const lock = needsDatabase && config.DATABASE_URL === undefined ? lockDataDir(config) : undefined;
    if (lock !== undefined) opened.push(async () => lock.release());
    await refuseTakenPorts(config);
    stopping.signal.throwIfAborted();
    if (needsDatabase) {
      const url = config.DATABASE_URL ?? (await startOwnPostgres(config, lock, logger, opened, onFatal));
      stopping.signal.throwIfAborted();
      // Migrations lock for a session, which a pooler does not keep.
      if (isComplete(services) && !config.DATABASE_POOLER) {
        const applied = await untilAvailable(
          () => deployMigrations(url, { actor: startActor() }),
          logger,
          stopping.signal,
        );
        if (applied.length > 0) logger.info({ migrations: applied }, 'migrations-applied');
      }
      const poolSize = config.DATABASE_POOL_SIZE;
      database = openDatabase({
        url,
        poolSize,
        name: connectionName(`${services.map(({ name }) => name).join('+')} ${process.pid}@${hostname()}`, poolSize),
        behindPooler: config.DATABASE_POOLER,
      });
      measureConnections(metrics, database);
      opened.push(() => database!.$disconnect());
      opened.push(await watchDatabase(database, health, logger, stopping.signal));
      const { clock, end } = await startDatabaseClock(database);
      opened.push(async () => end());
      shared.push({ name: 'database', skewMs: () => clock.skewMs() });
      if (!config.DATABASE_POOLER) await warnOfFewConnections(database, logger);
      // Nobody else reaches this Postgres, or renders pages for it: what is claimed was so by a process that is gone.
      if (lock !== undefined && isComplete(services) && config.KAFKA_BROKERS === undefined) {
        const claims = await endClaims(database);
        if (claims > 0) logger.info({ claims }, 'claims-of-earlier-process-ended');
      }
    }
    const contents = await openContents(services, config, { logger, metrics, health }, opened);
    stopping.signal.throwIfAborted();
    const transport = createTransport({ config, logger, metrics, tracing: traces?.messages, onFatal });
    opened.push(() => transport.close());
    if (config.KAFKA_BROKERS !== undefined) shared.push({ name: 'broker', skewMs: () => transport.clockSkewMs() });
    opened.push(watchClocks(services, shared, { logger, metrics, health }));
    return {
      logger,
      metrics,
      health,
      stopping,
      transport,
      tracing: traces?.tracing ?? noTracing,
      clock: clockInStep(shared),
      ...(database === undefined ? {} : { database }),
      ...(contents === undefined ? {} : { contents }),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Only renderers become unready: the other services decide by the shared clock. @returns a function that ends the watch */
function watchClocks(
  services: readonly Service[],
  shared: readonly SharedClock[],
  { logger, metrics, health }: Pick<Platform, 'logger' | 'metrics' | 'health'>,
): () => Promise<void> {
  const watch = new ClockWatch(shared, logger);
  watch.measure(metrics);
  const rendersElsewhere = shared.some(({ name }) => name === 'broker');
  if (rendersElsewhere && services.some(({ name }) => name === 'renderer')) watch.addReadiness(health);
  const end = watch.start();
  return async () => end();
}

const postgresDir = (config: PlatformConfig) => path.resolve(config.DATA_DIR, 'postgres');

/** Two processes on one embedded Postgres would each take it for theirs, and the first to end would stop it. */
function lockDataDir(config: PlatformConfig): DirectoryLock {
  const dir = postgresDir(config);
  try {
    return inDataDir(config.DATA_DIR, () => {
      makeFolder(dir);
      return lockDirectory(dir);
    });
  } catch (error) {
    if (!(error instanceof DirectoryInUseError)) throw error;
    const holder = error.pid === undefined ? '' : ` (pid ${error.pid})`;
    throw new ConfigError([
      `DATA_DIR: ${path.dirname(dir)} is in use by another running process${holder}; stop that one or set another DATA_DIR`,
    ]);
  }
}

async function startOwnPostgres(
  config: PlatformConfig,
  lock: DirectoryLock | undefined,
  logger: Logger,
  opened: (() => Promise<unknown>)[],
  onFatal: (error: unknown) => void,
): Promise<string> {
  const startedAt = Date.now();
  const dir = postgresDir(config);
  const postgres = await startEmbeddedPostgres({ dir, ...(lock === undefined ? {} : { lock }) });
  // However this process ends, short of SIGKILL, what it started ends with it.
  process.once('exit', postgres.tellToStop);
  opened.push(async () => {
    await postgres.stop();
    process.removeListener('exit', postgres.tellToStop);
  });
  // A Postgres that restarts beside us leaves every statement under way in doubt; a process that starts anew knows how
  // to go on.
  postgres.watch(() =>
    onFatal(
      new Error(`the embedded Postgres (pid ${postgres.pid}) has ended by itself; see ${path.join(dir, 'pg.log')}`),
    ),
  );
  logger.info({ reused: postgres.reused, durationMs: Date.now() - startedAt }, 'postgres-started');
  return postgres.url;
}
