import type { CustomTransportStrategy, Server } from '@nestjs/microservices';
import type { DeadLetter, MessageOf, TopicId, TopicService } from '@orbweaver/contracts';

export interface PublishOptions {
  /**
   * Minimum time between two requests, so that messages of a steady stream share one. A single message is sent at once,
   * and a message without linger time sends those that wait. No effect in process.
   */
  lingerMs?: number;
}

/**
 * Publishes at least once: a rejected message may have been sent. Resolves when it is acknowledged by the in-sync
 * replicas (Kafka) or queued (in process). Waits while a consumer in the same process is far behind; never drops
 * messages.
 */
export interface Publisher {
  publish<T extends TopicId>(topic: T, key: string, message: MessageOf<T>, options?: PublishOptions): Promise<void>;
  publishAll<T extends TopicId>(
    topic: T,
    messages: readonly { key: string; message: MessageOf<T> }[],
    options?: PublishOptions,
  ): Promise<void>;
}

export interface ConsumerOptions {
  service: string;
  /** `shared`: each message goes to one replica. `each`: broadcast; every replica starts at the latest offset. */
  audience: 'shared' | 'each';
}

/**
 * A message transport. Handlers (`@EventPattern`) receive the parsed message and a DeliveryContext, at least once.
 * Failures are retried by the error's retry advice and finally dead-lettered.
 */
export interface Transport {
  readonly publisher: Publisher;
  consumer(options: ConsumerOptions): Server & CustomTransportStrategy & Consumer;
  /** How far the local clock is ahead of the transport's; undefined: unknown. */
  clockSkewMs(): number | undefined;
  /** Absent without a broker. */
  readonly brokerOperations?: BrokerOperations;
  /** Flushes and disconnects. The applications have closed their consumers before. */
  close(): Promise<void>;
}

export interface Consumer {
  /** Starts no further messages and waits for running handlers. Unhandled messages remain in the transport. */
  drain(): Promise<void>;
  health(): ConsumerHealth;
  /** Unfinished messages by topic, including known unfetched ones. */
  lag(): ReadonlyMap<string, number>;
  /** Milliseconds since the broker last answered the fetch loop; 0 before it runs, and in process. */
  silenceMs(): number;
}

export interface ConsumerHealth {
  healthy: boolean;
  reason?: string;
  /** true: no progress although the brokers respond, so the process must be restarted. */
  stalled?: boolean;
}

export interface StoredDeadLetter {
  /** Id for operators: the offset, or `renderer:OFFSET` for a renderer's letter. */
  offset: string;
  letter: DeadLetter;
  writers: readonly TopicService[];
}

export interface ReplayedDeadLetters {
  replayed: { offset: string; topic: string }[];
  /** Letters for a topic that their consumer group does not subscribe to. */
  refused: { offset: string; topic: string; group: string }[];
  /** Offset at which to continue after an early end; absent: all letters were visited. */
  next?: string;
}

export interface DeadLetterReading extends Pick<ReplayedDeadLetters, 'next'> {
  /** Messages that cannot be parsed as dead letters. */
  unreadable: number;
}

export interface DeadLetterRange {
  /** Offset of the first letter to visit. Default: the oldest. */
  from?: string;
  /** Maximum letters to visit. */
  limit?: number;
  /** Ends the reading after the current letter. */
  signal?: AbortSignal;
}

export interface ReplayOptions extends DeadLetterRange {
  /** Called after each published letter: a replay that fails has published these. */
  onReplayed?(letter: ReplayedDeadLetters['replayed'][number]): void;
}

export interface ConsumerGroup {
  group: string;
  service: TopicService;
  /** Whether the replicas of the service share its messages; otherwise the group belongs to one replica. */
  isShared: boolean;
  /** Of Kafka, such as Stable or Empty. */
  state: string;
  members: number;
  /** Messages that are not handled yet. */
  lag: number;
}

/** Operations on the broker. Each call opens its own connection. */
export interface BrokerOperations {
  readConsumerGroups(): Promise<ConsumerGroup[]>;
  readDeadLetters(
    visit: (stored: StoredDeadLetter) => Promise<void> | void,
    range?: DeadLetterRange,
  ): Promise<DeadLetterReading>;
  replayDeadLetters(
    wanted: (stored: StoredDeadLetter) => boolean,
    options?: ReplayOptions,
  ): Promise<ReplayedDeadLetters>;
  /** Whether the broker rejected an operation, because its user lacks the right. */
  isDenied(error: unknown): boolean;
}
