import type { RedeliveryPolicy } from '@orbweaver/core';
import type { MessageTracing } from './message-tracing';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** `fields`: ids, counts and reasons, the error as `err`. Never message content. */
export type TransportLog = (level: LogLevel, event: string, fields: Record<string, unknown>) => void;

export interface DeliveryReport {
  topic: string;
  group: string;
  /** `retried`: another attempt follows here. `returned`: the transport redelivers it to another consumer. */
  outcome: 'handled' | 'retried' | 'dead-lettered' | 'returned';
  attempt: number;
  durationMs: number;
}

export interface TransportOptions {
  log?: TransportLog;
  tracing?: MessageTracing;
  onDelivery?: (report: DeliveryReport) => void;
  onDeadLetter?: (topic: string) => void;
  /** Messages of a topic handled concurrently by one consumer, with different keys in a by-key topic. Default 16. */
  concurrency?: number;
  /** For short tests. */
  retry?: Partial<RedeliveryPolicy>;
}

export const DEFAULT_CONCURRENCY = 16;

export const silentLog: TransportLog = () => undefined;
