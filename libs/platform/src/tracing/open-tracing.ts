import { hostname } from 'node:os';
import type { Logger } from 'pino';
import { secureContextOf } from '../config/certificate-authorities';
import type { PlatformConfig } from '../config/platform.config';
import type { TracingConfig } from '../config/tracing.config';
import type { ServiceName } from '../service';
import type { OpenedTracing } from './tracing';

/** Undefined without a collector. Loads the libraries on demand: they take 0.1 s. */
export async function openTracing(
  config: TracingConfig & Pick<PlatformConfig, 'EXTRA_CA_CERTS'>,
  services: readonly { name: ServiceName }[],
  logger: Logger,
): Promise<OpenedTracing | undefined> {
  if (config.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return undefined;
  const { startTracing } = await import('./start-tracing');
  const [only, ...others] = services;
  const ownName = only === undefined || others.length > 0 ? 'orbweaver' : `orbweaver-${only.name}`;
  return startTracing({
    endpoint: config.OTEL_EXPORTER_OTLP_ENDPOINT,
    headers: config.OTEL_EXPORTER_OTLP_HEADERS,
    sampler: config.OTEL_TRACES_SAMPLER,
    sampledShare: config.OTEL_TRACES_SAMPLER_ARG,
    serviceName: config.OTEL_SERVICE_NAME ?? ownName,
    instanceId: `${hostname()}-${process.pid}`,
    resourceAttributes: config.OTEL_RESOURCE_ATTRIBUTES,
    secureContext: secureContextOf(config.EXTRA_CA_CERTS),
    logger,
  });
}
