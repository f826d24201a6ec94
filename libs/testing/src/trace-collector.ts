import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closeServer } from './fixture-site/start-fixture-site';

/** A span, with the fields that tests use. */
export interface CollectedSpan {
  /** `service.name` of the process. */
  service: string;
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  /** Of OTLP: 1 internal, 2 server, 3 client. */
  kind: number;
  links: { traceId: string; spanId: string }[];
  attributes: Record<string, string | number | boolean>;
  hasFailed: boolean;
  /** Milliseconds since 1970. */
  startMs: number;
  endMs: number;
}

export interface TraceCollector {
  /** For OTEL_EXPORTER_OTLP_ENDPOINT. */
  url: string;
  spans: readonly CollectedSpan[];
  /** Headers of the requests, in order of arrival. */
  requests: readonly NodeJS.Dict<string | string[]>[];
  /** Everything received, as text. */
  raw(): string;
  close(): Promise<void>;
}

type Value = { stringValue?: string; intValue?: number | string; doubleValue?: number; boolValue?: boolean };
type Attributes = { key: string; value: Value }[];
interface OtlpSpan {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  links?: { traceId: string; spanId: string }[];
  attributes: Attributes;
  status: { code?: number };
}
interface OtlpTraces {
  resourceSpans: { resource: { attributes: Attributes }; scopeSpans: { spans: OtlpSpan[] }[] }[];
}

const STATUS_ERROR = 2;

/** An OpenTelemetry collector: OTLP in JSON over HTTP. */
export async function startTraceCollector(): Promise<TraceCollector> {
  const spans: CollectedSpan[] = [];
  const requests: NodeJS.Dict<string | string[]>[] = [];
  const texts: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (request.method !== 'POST' || request.url !== '/v1/traces') return response.writeHead(404).end();
      const text = Buffer.concat(chunks).toString('utf8');
      texts.push(text);
      requests.push(request.headers);
      spans.push(...read(JSON.parse(text) as OtlpTraces));
      return response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    requests,
    raw: () => texts.join('\n'),
    close: () => closeServer(server),
  };
}

function read({ resourceSpans }: OtlpTraces): CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = String(plain(resource.attributes)['service.name']);
    return scopeSpans.flatMap((scope) => scope.spans.map((span) => collected(span, service)));
  });
}

function collected(span: OtlpSpan, service: string): CollectedSpan {
  const { name, traceId, spanId, parentSpanId, kind, links = [], attributes, status } = span;
  return {
    service,
    name,
    traceId,
    spanId,
    ...(parentSpanId ? { parentSpanId } : {}),
    kind,
    links: links.map((link) => ({ traceId: link.traceId, spanId: link.spanId })),
    attributes: plain(attributes),
    hasFailed: status.code === STATUS_ERROR,
    startMs: milliseconds(span.startTimeUnixNano),
    endMs: milliseconds(span.endTimeUnixNano),
  };
}

function plain(attributes: Attributes): Record<string, string | number | boolean> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [
      key,
      value.stringValue ?? value.boolValue ?? value.doubleValue ?? Number(value.intValue),
    ]),
  );
}

const milliseconds = (nanoseconds: string) => Number(BigInt(nanoseconds) / 1000n) / 1000;
