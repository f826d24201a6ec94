import type { KafkaAccess } from '@orbweaver/messaging';
import {
  ConfigError,
  hasValidJobTtlMax,
  invalidJobTtlMax,
  jobTtl,
  jobTtlMax,
  kafkaAccess,
  loadConfigs,
  platformConfig,
  requireCompleteKafka,
  requireCompleteObjectStoreKey,
  webhookSecret,
} from '@orbweaver/platform';
import { z } from 'zod';

/** In addition to platform settings. */
const ownConfig = z.object({
  AUDIT_ACTOR: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .optional()
    .describe('Actor in the audit log. Default: the user of the operating system.'),
  WEBHOOK_SECRET: webhookSecret,
  JOB_TTL: jobTtl,
  JOB_TTL_MAX: jobTtlMax,
});

const adminConfig = platformConfig
  .pick({
    DATABASE_URL: true,
    DATABASE_POOLER: true,
    DATA_DIR: true,
    TEAMS_FILE: true,
    KAFKA_BROKERS: true,
    KAFKA_SSL: true,
    KAFKA_SASL_MECHANISM: true,
    KAFKA_SASL_USERNAME: true,
    KAFKA_SASL_PASSWORD: true,
    KAFKA_TLS_CERT: true,
    KAFKA_TLS_KEY: true,
    KAFKA_OAUTH_TOKEN_URL: true,
    KAFKA_OAUTH_CLIENT_ID: true,
    KAFKA_OAUTH_CLIENT_SECRET: true,
    KAFKA_OAUTH_SCOPE: true,
    EXTRA_CA_CERTS: true,
    ENCRYPTION_KEYS: true,
    OBJECT_STORE_URL: true,
    OBJECT_STORE_ACCESS_KEY_ID: true,
    OBJECT_STORE_SECRET_ACCESS_KEY: true,
    OBJECT_STORE_MIN_KIB: true,
    OBJECT_STORE_CONCURRENCY: true,
  })
  .extend(ownConfig.shape)
  .refine(hasValidJobTtlMax, invalidJobTtlMax);

export type AdminConfig = z.infer<typeof adminConfig>;

/** @throws ConfigError */
export function loadAdminConfig(environment: NodeJS.ProcessEnv): AdminConfig {
  return loadConfigs({ admin: adminConfig }, environment, [requireCompleteKafka, requireCompleteObjectStoreKey]).admin;
}

const NO_BROKERS =
  'KAFKA_BROKERS: set it, for example to kafka:9092. Without Kafka there are no topics and no dead letters';

/** @throws ConfigError when no brokers are set */
export function requireKafka(config: AdminConfig): KafkaAccess {
  const access = kafkaAccess(config);
  if (access === undefined) throw new ConfigError([NO_BROKERS]);
  return access;
}
