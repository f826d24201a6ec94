import { currentWork, type DeliveryEnd, type MessageTracing, runWork, type TracedMessage } from '@orbweaver/messaging';
import type { Spans } from './spans';

/** Names by W3C Trace Context, for all transports. */
const TRACE_PARENT = 'traceparent';
const TRACE_STATE = 'tracestate';
const JOB_TRACE_PARENT = 'job-traceparent';

/**
 * Propagates traces in message headers. A message published within a span continues its trace. Other messages of a job
 * start a trace that is linked to the job's request.
 */
export class MessageSpans implements MessageTracing {
  constructor(private readonly spans: Spans) {}

  headers(): Readonly<Record<string, string>> {
    const { traceparent, tracestate, jobTraceparent } = currentWork()?.trace ?? {};
    return {
      ...(traceparent === undefined ? {} : { [TRACE_PARENT]: traceparent }),
      ...(traceparent === undefined || tracestate === undefined ? {} : { [TRACE_STATE]: tracestate }),
      ...(jobTraceparent === undefined ? {} : { [JOB_TRACE_PARENT]: jobTraceparent }),
    };
  }

  receive(message: TracedMessage, handle: () => Promise<DeliveryEnd>): Promise<DeliveryEnd> {
    const { topic, group, headers } = message;
    const { [TRACE_PARENT]: traceparent, [TRACE_STATE]: tracestate, [JOB_TRACE_PARENT]: jobTraceparent } = headers;
    const trace = {
      ...(traceparent === undefined ? {} : { traceparent }),
      ...(tracestate === undefined ? {} : { tracestate }),
      ...(jobTraceparent === undefined ? {} : { jobTraceparent }),
      ...(topic.traced === undefined ? {} : { waits: waitsOf(message) }),
    };
    const scope = { isEphemeral: topic.isEphemeral === true, ids: currentWork()?.ids ?? {}, trace };
    const handling = topic.traced?.handling;
    if (handling === undefined) return runWork(scope, handle);
    const attributes = { 'messaging.destination.name': topic.name, 'messaging.consumer.group.name': group };
    return runWork(scope, () =>
      this.spans.span(handling, { attributes }, async (span) => {
        const end = await handle();
        if (end === 'dead-lettered') span.fail(end);
        return end;
      }),
    );
  }
}

/** Waiting times, reported by the first span of the handler. */
function waitsOf({ topic, publishedAtMs, waitedMs }: TracedMessage) {
  if (publishedAtMs === undefined) return [];
  const inTopic = { name: `queue ${topic.name}`, fromMs: publishedAtMs, toMs: Date.now() };
  if (waitedMs === undefined) return [inTopic];
  return [{ name: 'queue frontier', fromMs: publishedAtMs - waitedMs, toMs: publishedAtMs }, inTopic];
}
