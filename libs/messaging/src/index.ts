export type { DeliveryEnd, MessageTracing, TracedMessage } from './delivery/message-tracing';
export { ReferenceClock } from './delivery/reference-clock';
export type { DeliveryReport } from './delivery/transport-options';
export {
  currentWork,
  isEphemeral,
  noteEphemeral,
  noteIds,
  runEphemeral,
  runOutsideWork,
  runWork,
  type WorkIds,
  type WorkScope,
} from './delivery/work-scope';
export { DeliveryContext, type MessageDelivery } from './delivery-context';
export { BrokerUnavailableError, MessageTooLargeError } from './errors';
export { createTopics, type TopicChange } from './kafka/create-topics';
export { readDeadLetters, replayDeadLetters } from './kafka/dead-letters';
export type { KafkaAccess } from './kafka/kafka-options';
export { createKafkaTransport } from './kafka/kafka-transport';
export { createTokenSource } from './kafka/token-source';
export {
  applyTopicAcls,
  type PrincipalRole,
  principalRoles,
  type TopicAcl,
  topicAcls,
} from './kafka/topic-acls';
export { createMemoryTransport } from './memory/memory-transport';
export { RethrowFilter } from './rethrow-filter';
export type {
  BrokerOperations,
  Consumer,
  ConsumerGroup,
  ConsumerHealth,
  DeadLetterReading,
  Publisher,
  PublishOptions,
  ReplayedDeadLetters,
  ReplayOptions,
  StoredDeadLetter,
  Transport,
} from './transport';
