import type { KafkaAccess } from '@orbweaver/messaging';
import { type AdminConfig, requireKafka } from '../admin.config';

/** The Kafka that keeps the dead letters. @throws ConfigError when no brokers are set */
export const deadLettersKafka = (config: AdminConfig): KafkaAccess =>
  requireKafka(config, '. A service that runs without Kafka has no dead letters');
