import type { Topic } from '@orbweaver/contracts';
import { header } from '../wire/wire-message';
import { currentWork } from './work-scope';

export function workHeaders(tracing: MessageTracing | undefined): Readonly<Record<string, string>> {
  const requestId = currentWork()?.ids.requestId;
  if (requestId === undefined) return tracing === undefined ? NOTHING : tracing.headers();
  return { [header.request]: requestId, ...tracing?.headers() };
}

const NOTHING = {};

/** `returned`: not handled; the transport must redeliver it. */
export type DeliveryEnd = 'handled' | 'dead-lettered' | 'returned';

export interface TracedMessage {
  topic: Topic;
  group: string;
  headers: Readonly<Record<string, string>>;
  publishedAtMs: number | undefined;
  /** Waiting time of the requested work before publishing. */
  waitedMs: number | undefined;
}

export interface MessageTracing {
  headers(): Readonly<Record<string, string>>;
  /** Runs `handle` in the trace of the message. Rejects only if `handle` rejects. */
  receive(message: TracedMessage, handle: () => Promise<DeliveryEnd>): Promise<DeliveryEnd>;
}
