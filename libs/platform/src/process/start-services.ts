import type { AddressInfo } from 'node:net';
import type { INestApplication, INestApplicationContext, INestMicroservice } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Consumer } from '@orbweaver/messaging';
import type { Platform } from '../adapters/create-platform';
import { type Listening, listeningOf, refuseToListen } from '../adapters/refuse-taken-port';
import type { PlatformConfig } from '../config/platform.config';
import { ConsumerMetrics } from '../health/consumer-metrics';
import { watchMessages } from '../health/message-health';
import { nestLogger } from '../log/create-log';
import { PlatformModule } from '../platform.module';
import type { Service } from '../service';
import { boundServer } from './bound-server';

type Application = INestApplication | INestMicroservice | INestApplicationContext;

/** In stopping order. */
export interface Running {
  applications: Application[];
  consumers: Consumer[];
  leaving: Consumer[];
}

/**
 * Starts each service as a separate application and adds it to `running` immediately. Rejects if the process stops
 * meanwhile.
 * @returns the local addresses of the process
 * @throws ConfigError if a port is taken
 */
export async function startServices(
  services: readonly Service[],
  platform: Platform,
  config: PlatformConfig,
  configs: Record<string, unknown>,
  running: Running,
): Promise<{ address: string; metricsAddress: string }> {
  const logger = nestLogger(platform.logger);
  // In reverse stopping order, so the service with the HTTP API starts last.
  let http: INestApplication | undefined;
  const consumers = new ConsumerMetrics(platform.metrics);
  for (const service of [...services].reverse()) {
    platform.stopping.signal.throwIfAborted();
    const servesOperations = service.http && config.METRICS_PORT === undefined;
    const module = PlatformModule.for(platform, service, { config: configs[service.name], servesOperations });
    const strategy =
      service.audience === 'nothing'
        ? undefined
        : platform.transport.consumer({ service: service.name, audience: service.audience });
    if (strategy !== undefined) {
      running.consumers.push(strategy);
      if (service.leavesEarly) running.leaving.push(strategy);
      watchMessages(platform.health, service.name, strategy);
      consumers.watch(service.name, strategy);
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
  platform.stopping.signal.throwIfAborted();
  const operations =
    http !== undefined && config.METRICS_PORT === undefined
      ? http
      : await NestFactory.create(PlatformModule.forOperations(platform), { logger, abortOnError: false });
  // Last, because orchestrators probe until the process exits.
  if (operations !== http) running.applications.push(operations);
  const listen = async (application: INestApplication, listening: Listening): Promise<string> => {
    const server = application.getHttpServer();
    boundServer(server, config, () =>
      platform.logger.warn({ connections: config.HTTP_MAX_CONNECTIONS }, 'connections-refused'),
    );
    try {
      await application.listen(listening.port, listening.host);
    } catch (error) {
      refuseToListen(listening, error);
    }
    return addressOf(server.address() as AddressInfo);
  };
  const [onPort, onMetricsPort] = listeningOf(config);
  const address = http !== undefined && http !== operations ? await listen(http, onPort) : undefined;
  const metricsAddress = await listen(operations, onMetricsPort ?? onPort);
  return { address: address ?? metricsAddress, metricsAddress };
}

function addressOf({ address, family, port }: AddressInfo): string {
  if (address === '0.0.0.0' || address === '::') return `http://127.0.0.1:${port}`;
  return family === 'IPv6' ? `http://[${address}]:${port}` : `http://${address}:${port}`;
}
