import 'reflect-metadata';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { ensureBootstrapKey } from '../adapters/bootstrap-key';
import { createPlatform, isComplete, type Platform, requireSharedDependencies } from '../adapters/create-platform';
import { untilAvailable } from '../adapters/until-available';
import { ConfigError, EXIT_CONFIG, loadConfigs } from '../config/config';
import { findMisspelt, type Misspelt } from '../config/find-misspelt';
import { requireCompleteKafka } from '../config/kafka.config';
import { requireCompleteModel } from '../config/language-model.config';
import { type PlatformConfig, platformConfig, requireCompleteObjectStoreKey } from '../config/platform.config';
import { requireCompleteSignOn } from '../config/sign-on.config';
import { createLog } from '../log/create-log';
import type { Service } from '../service';
import { TeamsFileWatch } from '../teams-file/watch-teams-file';
import { showProgress } from '../terminal/show-progress';
import { openTerminal } from '../terminal/terminal';
import { Stopping } from '../work/stopping';
import { isWithin } from '../work/wait-for';
import { logWarnings } from './log-warnings';
import { ProcessEnd } from './process-end';
import { returnFreedMemory } from './return-freed-memory';
import { type Running, startServices } from './start-services';

export interface ProcessReady {
  address: string;
  apiKey?: string;
  isKeyRevoked: boolean;
}

export interface ProcessOptions {
  onReady?: (ready: ProcessReady) => void | Promise<void>;
}

const CLOSE_TIMEOUT_MS = 15_000;

/**
 * Runs one or all services until a signal. Exits with 78 for an invalid configuration, 1 after an unrecoverable fault
 * and 0 after a signal.
 */
export async function runProcess(services: readonly Service[], options: ProcessOptions = {}): Promise<void> {
  const misspelt = findMisspelt(process.env, variablesOf(services));
  const { config, configs } = loadOrExit(services, misspelt);
  const terminal = openTerminal(config);
  const logger = createLog(config, terminal);
  logWarnings(logger);
  returnFreedMemory(logger);
  for (const one of misspelt) logger.warn({ ...one }, 'variable-not-read');
  const stopping = new Stopping();
  const running: Running = { applications: [], consumers: [], leaving: [] };
  let creation: Promise<Platform> | undefined;
  const closeAll = async () => {
    stopping.begin();
    const drainMs = drainTimeMs(config, stopping);
    const hasCallers = stopping.longestWorkMs > 0;
    // Waits for a starting Postgres so that it is not orphaned. One in recovery may take long and exits with this
    // process.
    const created = creation?.catch(() => undefined);
    const platform = await Promise.race([created, delay(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
    // Callers of this process may wait for scrapes that no other consumer handles.
    const leaving = hasCallers ? [] : running.leaving;
    const isDrained = await drain({ ...running, leaving }, drainMs, logger);
    const isClosed = platform === undefined || (await isWithin(CLOSE_TIMEOUT_MS, platform.close()));
    if (!isDrained || !isClosed) throw new Error('not everything could be closed');
  };
  const end = new ProcessEnd(logger, closeAll, (rejection) =>
    services.some((service) => service.survives?.(rejection) === true),
  );
  try {
    creation = createPlatform(services, config, logger, stopping, end.fail);
    const platform = await creation;
    if (terminal !== undefined && isComplete(services)) showProgress(terminal, platform.metrics, stopping.signal);
    const { database } = platform;
    const first =
      database !== undefined && services.some((service) => service.http)
        ? await untilAvailable(
            () => ensureBootstrapKey(database, config, isComplete(services)),
            logger,
            stopping.signal,
          )
        : undefined;
    if (database !== undefined && config.TEAMS_FILE !== undefined && services.some((service) => service.http)) {
      const { TEAMS_FILE: file } = config;
      const { metrics } = platform;
      const isAlone = config.DATABASE_URL === undefined;
      const teams = new TeamsFileWatch({ file, environment: process.env, database, logger, metrics, isAlone });
      await untilAvailable(() => teams.apply(), logger, stopping.signal);
      void teams.watch(stopping.signal);
    }
    const { address, metricsAddress } = await startServices(services, platform, config, configs, running);
    logger.info({ services: services.map((service) => service.name), address, metricsAddress }, 'started');
    const isGiven = config.BOOTSTRAP_API_KEY !== undefined;
    const isKeyRevoked = first?.isRevoked ?? false;
    if (isKeyRevoked) logger.warn({ from: isGiven ? 'BOOTSTRAP_API_KEY' : 'DATA_DIR' }, 'first-key-revoked');
    await options.onReady?.({
      address,
      isKeyRevoked,
      ...(first === undefined || isGiven ? {} : { apiKey: first.key }),
    });
  } catch (error) {
    if (stopping.signal.aborted) return;
    if (!(error instanceof ConfigError)) return end.fail(error);
    process.stderr.write(`${error.message}\n`);
    await end.begin('configuration', EXIT_CONFIG);
  }
}

const CLOSE_OTHERS_MS = 5_000;

function drainTimeMs({ DRAIN_TIMEOUT }: PlatformConfig, { longestWorkMs }: Stopping): number {
  return longestWorkMs > 0 ? Math.max(DRAIN_TIMEOUT, longestWorkMs + CLOSE_OTHERS_MS) : DRAIN_TIMEOUT;
}

const variablesOf = (services: readonly Service[]) =>
  [platformConfig, ...services.map(({ config }) => config)].flatMap(({ shape }) => Object.keys(shape));

function loadOrExit(
  services: readonly Service[],
  misspelt: readonly Misspelt[],
): { config: PlatformConfig; configs: Record<string, unknown> } {
  const own = Object.fromEntries(services.map((service) => [service.name, service.config]));
  try {
    const rules = [
      requireSharedDependencies(services),
      requireCompleteKafka,
      requireCompleteObjectStoreKey,
      requireCompleteModel,
      requireCompleteSignOn,
    ];
    const configs = loadConfigs({ platform: platformConfig, ...own }, process.env, rules);
    return { config: configs.platform as PlatformConfig, configs };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const hints = misspelt.map(({ variable, meant }) => `  ${variable}: unknown; did you mean ${meant}?\n`);
    process.stderr.write(`${error.message}\n${hints.join('')}`);
    process.exit(EXIT_CONFIG);
  }
}

/**
 * Waits a limited time for running work, from the HTTP edge inwards. Aborted work is redone: leases expire and
 * unacknowledged messages are redelivered. Returns false if something could not be closed.
 */
async function drain(
  { applications, consumers, leaving }: Running,
  timeoutMs: number,
  logger: Logger,
): Promise<boolean> {
  let isClean = true;
  const attempt = async (close: () => Promise<unknown>) => {
    try {
      await close();
    } catch (error) {
      isClean = false;
      logger.error({ err: error }, 'stop-failed');
    }
  };
  const drained = (async () => {
    const left = leaving.map((consumer) => attempt(() => consumer.drain()));
    for (const application of applications) await attempt(() => application.close());
    await Promise.all([...left, ...consumers.map((consumer) => attempt(() => consumer.drain()))]);
  })();
  if (!(await isWithin(timeoutMs, drained))) logger.warn({ drainTimeoutMs: timeoutMs }, 'drain-cut-off');
  return isClean;
}
