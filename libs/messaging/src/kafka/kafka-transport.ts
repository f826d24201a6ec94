import { Kafka, KafkaJSGroupCoordinatorNotFound, KafkaJSProtocolError, Partitioners } from 'kafkajs';
import { ReferenceClock } from '../delivery/reference-clock';
import { silentLog } from '../delivery/transport-options';
import type { MessageServer } from '../message-server';
import type { BrokerOperations, ConsumerOptions, Publisher, Transport } from '../transport';
import { readConsumerGroups } from './consumer-groups';
import { readDeadLetters, replayDeadLetters } from './dead-letters';
import { KafkaConsumer, METADATA_MAX_AGE_MS } from './kafka-consumer';
import { type KafkaTransportOptions, kafkaConfig } from './kafka-options';
import { KafkaPublisher } from './kafka-publisher';

/**
 * Kafka transport. Topics must exist (createTopics). Connects on first use: consumers without brokers fail to start,
 * publishers reject with BrokerUnavailableError.
 */
export function createKafkaTransport(options: KafkaTransportOptions): Transport {
  const kafka = new Kafka(kafkaConfig(options, options.log ?? silentLog));
  const producer = kafka.producer({
    allowAutoTopicCreation: false,
    createPartitioner: Partitioners.DefaultPartitioner,
    metadataMaxAge: METADATA_MAX_AGE_MS,
    // Each attempt searches for brokers; callers wait about ten seconds at most.
    retry: { retries: 3 },
  });
  const clock = new ReferenceClock(options.now);
  const publisher = new KafkaPublisher(producer, options.prefix ?? '', clock, options.tracing);
  return new KafkaTransport(kafka, publisher, options, clock);
}

class KafkaTransport implements Transport {
  constructor(
    private readonly kafka: Kafka,
    readonly publisher: Publisher & { close(): Promise<void> },
    private readonly options: KafkaTransportOptions,
    private readonly clock: ReferenceClock,
  ) {}

  readonly brokerOperations: BrokerOperations = {
    readConsumerGroups: () => readConsumerGroups(this.options),
    readDeadLetters: (visit, range) => readDeadLetters(this.options, visit, range),
    replayDeadLetters: (wanted, options) => replayDeadLetters(this.options, wanted, options),
    isDenied,
  };

  consumer(options: ConsumerOptions): MessageServer {
    return new KafkaConsumer(this.kafka, this.publisher, options, this.options, this.clock);
  }

  clockSkewMs(): number | undefined {
    return this.clock.skewMs();
  }

  close(): Promise<void> {
    return this.publisher.close();
  }
}

function isDenied(error: unknown): boolean {
  if (error instanceof KafkaJSProtocolError) return error.type.endsWith('_AUTHORIZATION_FAILED');
  // kafkajs replaces GROUP_AUTHORIZATION_FAILED when it looks for the coordinator of a group.
  return error instanceof KafkaJSGroupCoordinatorNotFound;
}
