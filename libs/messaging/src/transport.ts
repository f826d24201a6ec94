import type { CustomTransportStrategy, Server } from '@nestjs/microservices';
import type { MessageOf, TopicId } from '@orbweaver/contracts';

/**
 * Sends messages. Resolves when the message is as safe as the transport makes it (Kafka: acknowledged by the
 * in-sync replicas; in process: queued). At least once: a rejection may still have sent it.
 * Publishing waits when a consumer in the same process is far behind; it never drops.
 */
export interface Publisher {
  publish<T extends TopicId>(topic: T, key: string, message: MessageOf<T>): Promise<void>;
  publishAll<T extends TopicId>(topic: T, messages: readonly { key: string; message: MessageOf<T> }[]): Promise<void>;
}

/** How one service listens. */
export interface ConsumerOptions {
  service: string;
  /**
   * `shared`: the replicas of the service divide the messages among them.
   * `each`: every replica hears every message published while it runs, and none from before.
   */
  audience: 'shared' | 'each';
}

/**
 * A way of carrying messages. The strategy finds the topics in the service's `@EventPattern`s; handlers get
 * the parsed message and a DeliveryContext. Messages arrive at least once. A handler that throws is retried
 * with back-off, by the retry advice of the error; what cannot be handled goes to the dead letters.
 */
export interface Transport {
  readonly publisher: Publisher;
  consumer(options: ConsumerOptions): Server & CustomTransportStrategy & Consumer;
  /** How far the clock of this process is ahead of the transport's; undefined: unknown. */
  clockSkewMs(): number | undefined;
  /** Flushes and disconnects. Consumers are closed before, by their applications. */
  close(): Promise<void>;
}

export interface Consumer {
  /** Stops taking messages and waits for the handlers that run. What was not handled stays with the transport. */
  drain(): Promise<void>;
  health(): ConsumerHealth;
  /** Messages of each topic that this consumer has not finished, those that it has not fetched included as far as it knows. */
  lag(): ReadonlyMap<string, number>;
  /** Milliseconds since the broker last answered the loop that fetches; 0 before it runs, and in one process. */
  silenceMs(): number;
}

/** Whether messages flow. */
export interface ConsumerHealth {
  /** False when it is in no group, and when it is stalled. */
  healthy: boolean;
  /** Present when unhealthy. */
  reason?: string;
  /** True when the process makes no progress although its brokers answer, so that it needs a restart. */
  stalled?: boolean;
}
