import type { SecureContext } from 'node:tls';
import { parseKeyPairsIntoRecord } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import type { TracingConfig } from '../config/tracing.config';
import { isWithin } from '../work/wait-for';
import { LoggingExporter } from './logging-exporter';
import { MessageSpans } from './message-spans';
import { Spans } from './spans';
import type { OpenedTracing } from './tracing';

export interface TracingOptions {
  endpoint: string;
  headers: string | undefined;
  sampler: TracingConfig['OTEL_TRACES_SAMPLER'];
  sampledShare: number;
  serviceName: string;
  instanceId: string;
  resourceAttributes: string | undefined;
  secureContext: SecureContext | undefined;
  logger: Logger;
}

const EXPORT_TIMEOUT_MS = 10_000;
/** About one second of a busy process and some megabytes. Further spans are dropped. */
const MAX_WAITING_SPANS = 8192;
/** Limits the shutdown delay of an unreachable collector. */
const FLUSH_TIMEOUT_MS = 3_000;

/**
 * Exports spans to a collector in background batches. Registers nothing globally. Bypasses the egress guard, because
 * the operator chooses the collector.
 */
export function startTracing(options: TracingOptions): OpenedTracing {
  const { endpoint, headers, serviceName, instanceId, resourceAttributes, secureContext, logger } = options;
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    headers: parseKeyPairsIntoRecord(headers),
    timeoutMillis: EXPORT_TIMEOUT_MS,
    ...(secureContext && { httpAgentOptions: { secureContext } }),
  });
  const provider = new TracerProvider({
    sampler: samplerOf(options),
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.instance.id': instanceId }))
      .merge(resourceFromAttributes(parseKeyPairsIntoRecord(resourceAttributes)))
      .merge(resourceFromAttributes({ 'service.name': serviceName })),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new LoggingExporter(exporter, logger),
        maxQueueSize: MAX_WAITING_SPANS,
        exportTimeoutMillis: EXPORT_TIMEOUT_MS,
      }),
    ],
  });
  const spans = new Spans(provider.getTracer('orbweaver'));
  return {
    tracing: spans,
    messages: new MessageSpans(spans),
    close: async () => {
      await isWithin(
        FLUSH_TIMEOUT_MS,
        provider.shutdown().catch(() => undefined),
      );
    },
  };
}

function samplerOf({ sampler, sampledShare }: TracingOptions): Sampler {
  const name = sampler.replace('parentbased_', '');
  const root =
    name === 'always_on'
      ? new AlwaysOnSampler()
      : name === 'always_off'
        ? new AlwaysOffSampler()
        : new TraceIdRatioBasedSampler(sampledShare);
  return name === sampler ? root : new ParentBasedSampler({ root });
}
