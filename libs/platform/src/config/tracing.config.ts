import { z } from 'zod';

/** OpenTelemetry's format: comma-separated `name=value` with percent-encoded values. */
const pairs = z
  .string()
  .regex(/^(?:\s*[^\s=,;]+\s*=[^,]*(?:,|$))*$/, 'must be name=value or a comma list of them')
  .optional();

export const tracingFields = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'OpenTelemetry collector (OTLP over HTTP), such as `http://localhost:4318`. Traces are sent to `/v1/traces`. Without it, tracing is off',
    ),
  OTEL_EXPORTER_OTLP_HEADERS: pairs.describe(
    'Headers for the collector, as comma-separated `name=value`. Do not set secrets for renderers, because they run untrusted pages',
  ),
  OTEL_SERVICE_NAME: z
    .string()
    .optional()
    .describe('Service name in traces. Default: `orbweaver-` and the service, or `orbweaver` for a single process'),
  OTEL_RESOURCE_ATTRIBUTES: pairs.describe('Additional attributes of all spans, as comma-separated `name=value`'),
  OTEL_TRACES_SAMPLER: z
    .enum([
      'always_on',
      'always_off',
      'traceidratio',
      'parentbased_always_on',
      'parentbased_always_off',
      'parentbased_traceidratio',
    ])
    .default('parentbased_always_on')
    .describe(
      'Sampler. `parentbased_…` samplers follow the `traceparent` of the request; new traces, such as those of a job’s pages, are sampled by the rest of the name',
    ),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(1)
    .describe('Share of traces kept by `traceidratio` and `parentbased_traceidratio`'),
};

const fields = z.object(tracingFields);
export type TracingConfig = z.infer<typeof fields>;
