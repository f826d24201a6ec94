import { z } from 'zod';

/** `name=value` with commas between, values percent-encoded, as OpenTelemetry writes headers and attributes. */
const pairs = z
  .string()
  .regex(/^(?:\s*[^\s=,;]+\s*=[^,]*(?:,|$))*$/, 'must be name=value, or several with commas between them')
  .optional();

/** The settings of traces, by OpenTelemetry's own names. */
export const tracingFields = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'An OpenTelemetry collector that takes OTLP over HTTP, such as `http://localhost:4318`; traces go to `/v1/traces` there. Without it there are none, and nothing of tracing is loaded',
    ),
  OTEL_EXPORTER_OTLP_HEADERS: pairs.describe(
    'Headers for the collector, `name=value` with commas between; not for renderers, which run pages of strangers and may hold no secret',
  ),
  OTEL_SERVICE_NAME: z
    .string()
    .optional()
    .describe('The name of the process in traces; by default `orbweaver-` and its service, in one process `orbweaver`'),
  OTEL_RESOURCE_ATTRIBUTES: pairs.describe(
    'What every span says of its process beside that, `name=value` with commas between',
  ),
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
      'Which traces are kept. `parentbased_…`: a caller’s `traceparent` decides for its request, the rest for what begins here, such as each page of a job',
    ),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(1)
    .describe('The share of traces that `traceidratio` and `parentbased_traceidratio` keep'),
};

const fields = z.object(tracingFields);
export type TracingConfig = z.infer<typeof fields>;
