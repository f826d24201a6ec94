import { hostname } from 'node:os';
import path from 'node:path';
import type { Clock } from '@orbweaver/core';
import type { Transport } from '@orbweaver/messaging';
import type { ContentCipher, ContentStore } from '@orbweaver/object-store';
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
import { trustedAuthorities } from '../config/certificate-authorities';
import { ConfigError, type ConfigRule } from '../config/config';
import { kafkaAccess } from '../config/kafka.config';
import type { PlatformConfig } from '../config/platform.config';
import { ClockWatch, type SharedClock, synchronizedClock } from '../health/clock-watch';
import { startDatabaseClock } from '../health/database-clock';
import { warnOfFewConnections, watchDatabase } from '../health/database-health';
import { HealthChecks } from '../health/health';
import type { Service, ServiceName } from '../service';
import { openTracing } from '../tracing/open-tracing';
import { noTracing, type Tracing } from '../tracing/tracing';
import type { Stopping } from '../work/stopping';
import { startActor } from './bootstrap-key';
import { createTransport } from './create-transport';
import { inDataDir, makeFolder } from './data-dir';
import { openCipher } from './open-cipher';
import { openContents } from './open-contents';
import { measureConnections, measureProcess } from './process-metrics';
import { refuseTakenPorts } from './refuse-taken-port';
import { untilAvailable } from './until-available';

export interface Platform {
  services: readonly ServiceName[];
  logger: Logger;
  metrics: Registry;
  health: HealthChecks;
  stopping: Stopping;
  transport: Transport;
  tracing: Tracing;
  /** Follows the clock of the database or the brokers if the local clock differs. */
  clock: Clock;
  database?: Database;
  contents?: ContentStore;
  cipher?: ContentCipher;
  close(): Promise<void>;
}

const ALL_SERVICES: readonly ServiceName[] = ['gateway', 'frontier', 'renderer', 'results'];

export function isComplete(services: readonly Service[]): boolean {
  return ALL_SERVICES.every((name) => services.some((service) => service.name === name));
}

/** Requires the shared dependencies for a process with some of the services. */
export function requireSharedDependencies(services: readonly Service[]): ConfigRule {
  if (isComplete(services)) return () => [];
  const names = services.map((service) => service.name).join(', ');
  return (isSet) => {
    const problems: string[] = [];
    if (!isSet('KAFKA_BROKERS')) {
      problems.push(`KAFKA_BROKERS: ${names} alone needs Kafka to reach the other services; set it to host:port`);
    }
    if (!isSet('DATABASE_URL') && services.some((service) => service.database)) {
      problems.push(`DATABASE_URL: ${names} alone needs the Postgres of the other services; set it to postgresql://…`);
    }
    return problems;
  };
}

/**
 * Chooses adapters by KAFKA_BROKERS, DATABASE_URL and OBJECT_STORE_URL; no other code reads these. Closes everything
 * and rejects if the process is stopped meanwhile.
 * @throws ConfigError if DATA_DIR is in use or not writable, a port is taken, the object store rejects the process, or the
 * credentials for Kafka are unusable
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
    const access = kafkaAccess(config);
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
      const authorities = trustedAuthorities(config.EXTRA_CA_CERTS);
      stopping.signal.throwIfAborted();
      // Migrations hold a session lock, which a pooler does not support.
      if (isComplete(services) && !config.DATABASE_POOLER) {
        const applied = await untilAvailable(
          () => deployMigrations(url, { actor: startActor(), authorities }),
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
        authorities,
      });
      measureConnections(metrics, database);
      opened.push(() => database!.$disconnect());
      opened.push(await watchDatabase(database, health, logger, stopping.signal));
      const { clock, end } = await startDatabaseClock(database);
      opened.push(async () => end());
      shared.push({ name: 'database', skewMs: () => clock.skewMs() });
      if (!config.DATABASE_POOLER) await warnOfFewConnections(database, logger);
      // No other process uses this Postgres, so all claims belong to a process that has exited.
      if (lock !== undefined && isComplete(services) && config.KAFKA_BROKERS === undefined) {
        const claims = await endClaims(database);
        if (claims > 0) logger.info({ claims }, 'claims-of-earlier-process-ended');
      }
    }
    const cipher = needsDatabase ? openCipher(config, { logger, metrics }) : undefined;
    const contents = await openContents(services, config, { logger, metrics, health, cipher }, opened);
    stopping.signal.throwIfAborted();
    const transport = createTransport({ access, logger, metrics, tracing: traces?.messages, onFatal });
    opened.push(() => transport.close());
    if (config.KAFKA_BROKERS !== undefined) shared.push({ name: 'broker', skewMs: () => transport.clockSkewMs() });
    opened.push(watchClocks(services, shared, { logger, metrics, health }));
    return {
      services: services.map(({ name }) => name),
      logger,
      metrics,
      health,
      stopping,
      transport,
      tracing: traces?.tracing ?? noTracing,
      clock: synchronizedClock(shared),
      ...(database === undefined ? {} : { database }),
      ...(contents === undefined ? {} : { contents }),
      ...(cipher === undefined ? {} : { cipher }),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Only renderers become unready: the other services use the shared clock. @returns a function that stops the watch */
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

/** Two processes with one embedded Postgres would both own it, and the first to exit would stop it. */
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
      `DATA_DIR: ${path.dirname(dir)} is in use by another process${holder}; stop it or set another DATA_DIR`,
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
  process.once('exit', postgres.tellToStop);
  opened.push(async () => {
    await postgres.stop();
    process.removeListener('exit', postgres.tellToStop);
  });
  // The outcome of running statements is unknown when Postgres exits. A restarted process recovers from that.
  postgres.watch(() =>
    onFatal(
      new Error(`the embedded Postgres (pid ${postgres.pid}) exited unexpectedly; see ${path.join(dir, 'pg.log')}`),
    ),
  );
  logger.info({ reused: postgres.reused, durationMs: Date.now() - startedAt }, 'postgres-started');
  return postgres.url;
}
