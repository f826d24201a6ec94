import type { KafkaAccess } from '@orbweaver/messaging';
import { ConfigError, kafkaAccess, loadConfigs, platformConfig, requireWholeSasl } from '@orbweaver/platform';
import { z } from 'zod';

/** What no service reads. */
const ownConfig = z.object({
  AUDIT_ACTOR: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .optional()
    .describe('Who runs the command, for the audit log; without it the user of the operating system'),
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
  return loadConfigs({ admin: adminConfig }, environment, [requireWholeSasl]).admin;
}

/** `without`: what a service without Kafka has instead, for the message. @throws ConfigError when no brokers are set */
export function requireKafka(config: AdminConfig, without = ''): KafkaAccess {
  const access = kafkaAccess(config);
  if (access === undefined) throw new ConfigError([`KAFKA_BROKERS: set it, for example to kafka:9092${without}`]);
  return access;
}
