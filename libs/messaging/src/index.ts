export { DeliveryContext } from './delivery-context';

export { createTopics } from './kafka/create-topics';
export { readDeadLetters, replayDeadLetters } from './kafka/dead-letters';
export type { KafkaAccess } from './kafka/kafka-options';
export { createKafkaTransport } from './kafka/kafka-transport';
export { createMemoryTransport } from './memory/memory-transport';
export { RethrowFilter } from './rethrow-filter';
export type { Consumer, ConsumerHealth, Publisher, Transport } from './transport';
export type { DeliveryReport } from './transport-options';
