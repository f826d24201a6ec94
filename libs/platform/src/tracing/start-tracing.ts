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
import { isWithin } from '../work/is-within';
import { MessageSpans } from './message-spans';
import { Spans } from './spans';
import { TellingExporter } from './telling-exporter';
import type { OpenedTracing } from './tracing';

export interface TracingOptions {
  endpoint: string;
  headers: string | undefined;
  sampler: TracingConfig['OTEL_TRACES_SAMPLER'];
  /** 0 to 1. */
  sampledShare: number;
  serviceName: string;
  instanceId: string;
  resourceAttributes: string | undefined;
  logger: Logger;
}

/** Of one request to the collector. */
const EXPORT_TIMEOUT_MS = 10_000;
/** A second of a busy process, some megabytes; beyond it spans are dropped rather than kept. */
const MAX_WAITING_SPANS = 8192;
/** At the end of the process: a collector that is away must not hold it up. */
const FLUSH_TIMEOUT_MS = 3_000;

/**
 * Sends spans to a collector, in batches and in the background. Nothing is registered globally and nothing is patched:
 * spans are those that the services name. The collector is the operator's own, so the egress guard is not asked.
 */
export function startTracing(options: TracingOptions): OpenedTracing {
  const { endpoint, headers, serviceName, instanceId, resourceAttributes, logger } = options;
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    headers: parseKeyPairsIntoRecord(headers),
    timeoutMillis: EXPORT_TIMEOUT_MS,
  });
  const provider = new TracerProvider({
    sampler: samplerOf(options),
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.instance.id': instanceId }))
      .merge(resourceFromAttributes(parseKeyPairsIntoRecord(resourceAttributes)))
      .merge(resourceFromAttributes({ 'service.name': serviceName })),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new TellingExporter(exporter, logger),
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
