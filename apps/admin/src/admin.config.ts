import type { KafkaAccess } from '@orbweaver/messaging';
import {
  ConfigError,
  kafkaAccess,
  loadConfigs,
  platformConfig,
  requireCompleteSasl,
  webhookSecret,
} from '@orbweaver/platform';
import { z } from 'zod';

/** Besides the platform's. */
const ownConfig = z.object({
  AUDIT_ACTOR: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .optional()
    .describe('Who runs the command, for the audit log; without it the user of the operating system'),
  WEBHOOK_SECRET: webhookSecret,
});

const adminConfig = platformConfig
  .pick({
    DATABASE_URL: true,
    DATABASE_POOLER: true,
    DATA_DIR: true,
    KAFKA_BROKERS: true,
    KAFKA_SSL: true,
    KAFKA_SASL_MECHANISM: true,
    KAFKA_SASL_USERNAME: true,
    KAFKA_SASL_PASSWORD: true,
  })
  .extend(ownConfig.shape);

export type AdminConfig = z.infer<typeof adminConfig>;

/** The same variables as the services read. @throws ConfigError */
export function loadAdminConfig(environment: NodeJS.ProcessEnv): AdminConfig {
  return loadConfigs({ admin: adminConfig }, environment, [requireCompleteSasl]).admin;
}

const NO_BROKERS =
  'KAFKA_BROKERS: set it, for example to kafka:9092. A service that runs without Kafka has no dead letters and no topics';

/** @throws ConfigError when no brokers are set */
export function requireKafka(config: AdminConfig): KafkaAccess {
  const access = kafkaAccess(config);
  if (access === undefined) throw new ConfigError([NO_BROKERS]);
  return access;
}
