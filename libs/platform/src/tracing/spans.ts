import {
  type Context,
  type Link,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { parseTraceParent, TraceState } from '@opentelemetry/core';
import { redactUrl } from '@orbweaver/core';
import { currentWork, runWork, type WorkIds, type WorkScope } from '@orbweaver/messaging';
import type { OpenSpan, SpanAttributes, SpanOptions, Tracing } from './tracing';

const KINDS = { internal: SpanKind.INTERNAL, server: SpanKind.SERVER, client: SpanKind.CLIENT } as const;
type WorkTrace = NonNullable<WorkScope['trace']>;

/** Attributes that identify a page or its site. */
const PLACES = new Set(['url.full', 'server.address']);
const ID_ATTRIBUTES: Record<keyof WorkIds, string> = {
  requestId: 'orbweaver.request.id',
  teamId: 'orbweaver.team.id',
  jobId: 'orbweaver.job.id',
  pageId: 'orbweaver.page.id',
};

/** OpenTelemetry spans. The current span is kept in the work scope, which messages propagate. */
export class Spans implements Tracing {
  constructor(private readonly tracer: Tracer) {}

  async span<T>(name: string, options: SpanOptions, work: (span: OpenSpan) => Promise<T>): Promise<T> {
    const { caller } = options;
    const scope = currentWork() ?? { isEphemeral: false, ids: {} };
    const before: WorkTrace = { ...scope.trace, ...(caller && withoutAbsent(caller)) };
    const { traceparent, waits = [] } = before;
    // A new trace starts with the wait as part of its first span.
    const startMs = traceparent === undefined ? waits[0]?.fromMs : undefined;
    const span = this.begin(name, before, KINDS[options.kind ?? 'internal'], startMs);
    const within = { ...scope, trace: traceIn(span, before) };
    delete scope.trace?.waits;
    for (const wait of waits) this.tellWait(wait, traceparent === undefined ? within : { ...scope, trace: before });
    const open = openSpan(span, scope);
    open.set(options.attributes ?? {});
    return await runWork(within, async () => {
      try {
        return await work(open);
      } catch (error) {
        open.fail(error instanceof Error ? error.name : 'Error');
        throw error;
      } finally {
        setIds(span, scope.ids);
        span.end();
      }
    });
  }

  private tellWait(
    { name, fromMs, toMs }: NonNullable<WorkTrace['waits']>[number],
    { trace: at, ids }: WorkScope,
  ): void {
    const span = this.begin(name, at ?? {}, SpanKind.INTERNAL, Math.min(fromMs, toMs));
    setIds(span, ids);
    span.end(toMs);
  }

  private begin(name: string, at: WorkTrace, kind: SpanKind, startTime: number | undefined): Span {
    const parent = contextOf(at);
    const links = parent === undefined ? linksTo(at.jobTraceparent) : [];
    return this.tracer.startSpan(
      name,
      // Clocks of other machines may be ahead.
      { kind, links, ...(startTime === undefined ? {} : { startTime: Math.min(startTime, Date.now()) }) },
      parent ?? ROOT_CONTEXT,
    );
  }
}

function openSpan(span: Span, scope: WorkScope): OpenSpan {
  return {
    set: (attributes) => void span.setAttributes(tellable(attributes, scope)),
    rename: (name) => void span.updateName(name),
    fail: (type) => {
      span.setAttribute('error.type', type);
      span.setStatus({ code: SpanStatusCode.ERROR });
    },
  };
}

function setIds(span: Span, ids: WorkIds): void {
  for (const [id, attribute] of Object.entries(ID_ATTRIBUTES)) {
    const value = ids[id as keyof WorkIds];
    if (value !== undefined) span.setAttribute(attribute, value);
  }
}

function tellable(attributes: SpanAttributes, { isEphemeral }: WorkScope): SpanAttributes {
  const { 'url.full': url, ...others } = attributes;
  if (!isEphemeral) return url === undefined ? attributes : { ...others, 'url.full': redactUrl(String(url)) };
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => !PLACES.has(name)));
}

function contextOf({ traceparent, tracestate }: WorkTrace): Context | undefined {
  const parsed = traceparent === undefined ? null : parseTraceParent(traceparent);
  if (parsed === null) return undefined;
  const state = tracestate === undefined ? {} : { traceState: new TraceState(tracestate) };
  return trace.setSpanContext(ROOT_CONTEXT, { ...parsed, ...state, isRemote: true });
}

function linksTo(traceparent: string | undefined): Link[] {
  const context = traceparent === undefined ? null : parseTraceParent(traceparent);
  return context === null ? [] : [{ context }];
}

function traceIn(span: Span, { jobTraceparent }: WorkTrace): WorkTrace {
  const { traceId, spanId, traceFlags, traceState } = span.spanContext();
  const tracestate = traceState?.serialize();
  return {
    traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
    ...(tracestate ? { tracestate } : {}),
    ...(jobTraceparent === undefined ? {} : { jobTraceparent }),
  };
}

function withoutAbsent({ traceparent, tracestate }: NonNullable<SpanOptions['caller']>): WorkTrace {
  if (traceparent === undefined) return {};
  return { traceparent, ...(tracestate === undefined ? {} : { tracestate }) };
}
