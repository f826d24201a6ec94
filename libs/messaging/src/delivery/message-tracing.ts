import type { Topic } from '@orbweaver/contracts';

/** `returned`: not handled; the transport must deliver the message again. */
export type DeliveryEnd = 'handled' | 'dead-lettered' | 'returned';

/** A message as it arrives, for its trace. */
export interface TracedMessage {
  topic: Topic;
  /** Of the consumers. */
  group: string;
  headers: Readonly<Record<string, string>>;
  publishedAtMs: number | undefined;
  /** How long what it asks for had waited before it was published. */
  waitedMs: number | undefined;
}

/** What a transport asks of tracing. Absent where there is none: then a message bears no context and costs nothing. */
export interface MessageTracing {
  /** Headers for a message that the current work publishes. */
  headers(): Readonly<Record<string, string>>;
  /** Handles a message in the trace that its headers name. Rejects only as `handle` does. */
  receive(message: TracedMessage, handle: () => Promise<DeliveryEnd>): Promise<DeliveryEnd>;
}
