import type { RedeliveryPolicy } from '@orbweaver/core';
import type { MessageTracing } from './message-tracing';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** `fields` bear ids, counts and reasons; an error stands under `err`. Never message content. */
export type TransportLog = (level: LogLevel, event: string, fields: Record<string, unknown>) => void;

/** The end of one attempt to handle a message; for counters and histograms. */
export interface DeliveryReport {
  topic: string;
  group: string;
  /** `retried`: another attempt follows here. `returned`: left to the transport, which delivers it to another consumer. */
  outcome: 'handled' | 'retried' | 'dead-lettered' | 'returned';
  attempt: number;
  durationMs: number;
}

/** What every transport may be given. */
export interface TransportOptions {
  log?: TransportLog;
  tracing?: MessageTracing;
  onDelivery?: (report: DeliveryReport) => void;
  /** Called once a dead letter, with the topic that the message was on. */
  onDeadLetter?: (topic: string) => void;
  /** Messages of one topic that one consumer handles at once. Of a by-key topic: different keys. Default 16. */
  concurrency?: number;
  /** Only to make tests short. */
  retry?: Partial<RedeliveryPolicy>;
}

export const DEFAULT_CONCURRENCY = 16;

export const silentLog: TransportLog = () => undefined;
