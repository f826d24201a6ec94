import { currentWork, type DeliveryEnd, type MessageTracing, runWork, type TracedMessage } from '@orbweaver/messaging';
import type { Spans } from './spans';

/** In Kafka and in process alike; the first two as W3C Trace Context names them. */
const TRACE_PARENT = 'traceparent';
const TRACE_STATE = 'tracestate';
const JOB_TRACE_PARENT = 'job-traceparent';

/**
 * Carries traces in the headers of messages. What is published within a span is handled as a part of it. What is
 * published outside of any, about a job, begins a trace that is linked to the job's request.
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

/** The first span of the handling tells them. */
function waitsOf({ topic, publishedAtMs, waitedMs }: TracedMessage) {
  if (publishedAtMs === undefined) return [];
  const inTopic = { name: `queue ${topic.name}`, fromMs: publishedAtMs, toMs: Date.now() };
  if (waitedMs === undefined) return [inTopic];
  return [{ name: 'queue frontier', fromMs: publishedAtMs - waitedMs, toMs: publishedAtMs }, inTopic];
}
