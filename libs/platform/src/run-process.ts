import 'reflect-metadata';
import type { INestApplication, INestApplicationContext, INestMicroservice } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Consumer } from '@orbweaver/messaging';
import type { Logger } from 'pino';
import { ensureBootstrapKey } from './bootstrap-key';
import { ConfigError, EXIT_CONFIG, loadConfigs } from './config';
import { createLog, nestLogger } from './create-log';
import { createPlatform, isComplete, type Platform } from './create-platform';
import { type PlatformConfig, platformConfig } from './platform.config';
import { PlatformModule } from './platform.module';
import type { Service } from './service';

export interface ProcessReady {
  /** Where the process listens, as one on this machine reaches it. */
  address: string;
  /** The bootstrap key; undefined when the process has none. */
  apiKey?: string;
}

export interface ProcessOptions {
  /** Called once, when everything runs. */
  onReady?: (ready: ProcessReady) => void;
}

type Application = INestApplication | INestMicroservice | INestApplicationContext;

/** What runs, in the order in which it is stopped. */
interface Running {
  applications: Application[];
  consumers: Consumer[];
}

/**
 * Runs services in this process until a signal ends it: one service (an image of its own) or all of them
 * (standalone). Ends the process itself: status 78 for a wrong configuration, 1 when something broke that cannot
 * be repaired from inside, 0 after a signal.
 */
export async function runProcess(services: readonly Service[], options: ProcessOptions = {}): Promise<void> {
  let config: PlatformConfig;
  let configs: Record<string, unknown>;
  try {
    const schemas = Object.fromEntries(services.map((service) => [service.name, service.config]));
    const loaded = loadConfigs({ platform: platformConfig, ...schemas }, process.env);
    config = loaded.platform as PlatformConfig;
    configs = loaded;
  } catch (error) {
    return exitOnConfig(error);
  }
  const logger = createLog(config);
  const running: Running = { applications: [], consumers: [] };
  let platform: Platform | undefined;
  let stopping = false;

  const stop = async (reason: string, status: number) => {
    if (stopping) process.exit(status || 130);
    stopping = true;
    logger.info({ reason }, 'stopping');
    try {
      await stopAll(running, platform, config.DRAIN_TIMEOUT_MS, logger);
      logger.info('stopped');
    } catch (error) {
      logger.error({ err: error }, 'stop-failed');
      process.exit(1);
    }
    process.exit(status);
  };
  const onFatal = (error: unknown) => {
    logger.fatal({ err: error }, 'process-failed');
    void stop('failure', 1);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(signal, 0));
  process.on('unhandledRejection', onFatal);
  process.on('uncaughtException', onFatal);

  try {
    platform = await createPlatform(services, config, logger, onFatal);
    const apiKey =
      platform.database !== undefined && services.some((service) => service.http)
        ? await ensureBootstrapKey(platform.database, config, isComplete(services))
        : undefined;
    const address = await startAll(services, platform, config, configs, running);
    logger.info({ services: services.map((service) => service.name), address }, 'started');
    options.onReady?.({ address, ...(apiKey === undefined ? {} : { apiKey }) });
  } catch (error) {
    if (error instanceof ConfigError) return exitOnConfig(error);
    if (!stopping) onFatal(error);
  }
}

function exitOnConfig(error: unknown): never {
  if (!(error instanceof ConfigError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(EXIT_CONFIG);
}

async function startAll(
  services: readonly Service[],
  platform: Platform,
  config: PlatformConfig,
  configs: Record<string, unknown>,
  running: Running,
): Promise<string> {
  const logger = nestLogger(platform.logger);
  // The order of stopping is that of the list; who answers callers starts last, when everything behind it runs.
  let http: INestApplication | undefined;
  for (const service of [...services].reverse()) {
    const module = PlatformModule.for(platform, service, configs[service.name]);
    const strategy =
      service.audience === 'nothing'
        ? undefined
        : platform.transport.consumer({ service: service.name, audience: service.audience });
    if (strategy !== undefined) {
      running.consumers.push(strategy);
      platform.health.addReadiness(`messages:${service.name}`, () => strategy.health());
    }
    if (service.http) {
      http = await NestFactory.create(module, { logger, bodyParser: false, abortOnError: false });
      running.applications.unshift(http);
      if (strategy !== undefined) {
        http.connectMicroservice({ strategy }, { inheritAppConfig: true });
        await http.startAllMicroservices();
      }
    } else if (strategy !== undefined) {
      const application = await NestFactory.createMicroservice(module, { logger, strategy, abortOnError: false });
      running.applications.unshift(application);
      await application.listen();
    } else {
      running.applications.unshift(await NestFactory.createApplicationContext(module, { logger, abortOnError: false }));
    }
  }
  if (http === undefined) {
    http = await NestFactory.create(PlatformModule.forOperations(platform), { logger, abortOnError: false });
    running.applications.push(http);
  }
  await http.listen(config.PORT, config.HOST);
  const bound = http.getHttpServer().address();
  const port = typeof bound === 'object' && bound !== null ? bound.port : config.PORT;
  return `http://127.0.0.1:${port}`;
}

/** Take nothing new, let what runs end (for a bounded time), then close from the edge inwards, the database last. */
async function stopAll(
  running: Running,
  platform: Platform | undefined,
  drainTimeoutMs: number,
  logger: Logger,
): Promise<void> {
  platform?.stopping.begin();
  const drained = (async () => {
    for (const application of running.applications) await application.close();
    await Promise.all(running.consumers.map((consumer) => consumer.drain()));
  })();
  const late = await Promise.race([drained.then(() => false), after(drainTimeoutMs)]);
  // Work that is cut off here is taken up again: leases expire, unacknowledged messages come back.
  if (late) logger.warn({ drainTimeoutMs }, 'drain-cut-off');
  await platform?.close();
}

function after(ms: number): Promise<true> {
  return new Promise((resolve) => setTimeout(() => resolve(true), ms).unref());
}
