import type { SecureContext } from 'node:tls';
import type { KafkaConfig } from 'kafkajs';
import { type TransportLog, type TransportOptions } from '../delivery/transport-options';
import { createAnsweringSockets } from './answering-sockets';
import { createKafkaLog } from './kafka-log';
import type { TokenSource } from './token-source';

/** Consumer group of a service, without the installation's prefix. Groups of one replica have a suffix after a dot. */
export const groupOf = (service: string): string => `orbweaver.${service}`;

export const ADMIN_GROUP_PREFIX = 'orbweaver-admin-';

export interface KafkaAccess {
  brokers: readonly string[];
  clientId: string;
  /** TLS: with Node's authorities, or those of a context, which may include a client certificate. */
  ssl?: boolean | { secureContext: SecureContext };
  sasl?:
    | { mechanism: 'plain' | 'scram-sha-256' | 'scram-sha-512'; username: string; password: string }
    | { mechanism: 'oauthbearer'; oauthBearerProvider: TokenSource };
  /** Prefix of topic and group names, so that installations can share a cluster. */
  prefix?: string;
  /** Default MAX_SILENCE_MS; shorter in tests. */
  maxSilenceMs?: number;
}

export interface KafkaTransportOptions extends KafkaAccess, TransportOptions {
  /** Called when a consumer fails permanently; the process should exit. */
  onFatal?: (error: unknown) => void;
  /** Time without progress until a consumer with lag is unhealthy. Default two minutes. */
  stallMs?: number;
  /** The local clock. Default Date.now. */
  now?: () => number;
}

export function kafkaConfig(access: KafkaAccess, log: TransportLog): KafkaConfig {
  return {
    brokers: [...access.brokers],
    clientId: access.clientId,
    // kafkajs passes the object to tls.connect, which also accepts a context.
    ssl: (access.ssl ?? false) as NonNullable<KafkaConfig['ssl']>,
    ...(access.sasl === undefined ? {} : { sasl: access.sasl as KafkaConfig['sasl'] }),
    connectionTimeout: 5_000,
    socketFactory: createAnsweringSockets(access.maxSilenceMs),
    // Allows for 64 MiB in a request or response.
    requestTimeout: 60_000,
    enforceRequestTimeout: true,
    retry: { initialRetryTime: 200, maxRetryTime: 5_000, retries: 5, factor: 0.2, multiplier: 2 },
    logCreator: createKafkaLog(log, access.brokers),
  };
}
