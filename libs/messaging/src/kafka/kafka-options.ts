import type { KafkaConfig } from 'kafkajs';
import { type TransportLog, type TransportOptions } from '../delivery/transport-options';
import { createAnsweringSockets } from './answering-sockets';
import { createKafkaLog } from './kafka-log';

/** How to reach the brokers. */
export interface KafkaAccess {
  /** `host:port` */
  brokers: readonly string[];
  clientId: string;
  ssl?: boolean;
  sasl?: { mechanism: 'plain' | 'scram-sha-256' | 'scram-sha-512'; username: string; password: string };
  /** Stands before the names of topics and groups, so that installations can share a cluster. */
  prefix?: string;
  /** Default MAX_SILENCE_MS; shorter in tests. */
  maxSilenceMs?: number;
}

export interface KafkaTransportOptions extends KafkaAccess, TransportOptions {
  /** Called when a consumer has ended for a reason that no retry repairs; the process should exit. */
  onFatal?: (error: unknown) => void;
  /** A consumer with lag that has ended no attempt for this long is unhealthy. Default two minutes. */
  stallMs?: number;
  /** The local clock; default Date.now. */
  now?: () => number;
}

export function kafkaConfig(access: KafkaAccess, log: TransportLog): KafkaConfig {
  return {
    brokers: [...access.brokers],
    clientId: access.clientId,
    ssl: access.ssl ?? false,
    ...(access.sasl === undefined ? {} : { sasl: access.sasl as KafkaConfig['sasl'] }),
    connectionTimeout: 5_000,
    socketFactory: createAnsweringSockets(access.maxSilenceMs),
    // A fetch answer or a produced message may be 64 MiB.
    requestTimeout: 60_000,
    enforceRequestTimeout: true,
    retry: { initialRetryTime: 200, maxRetryTime: 5_000, retries: 5, factor: 0.2, multiplier: 2 },
    logCreator: createKafkaLog(log, access.brokers),
  };
}
