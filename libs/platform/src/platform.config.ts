import type { KafkaAccess } from '@orbweaver/messaging';
import { z } from 'zod';
import { ConfigError, commaList, flag } from './config';

/** What every process reads, whatever services it runs. */
export const platformConfig = z.object({
  PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65535)
    .default(3002)
    .describe('Port of the HTTP interface, of `/health/live`, `/health/ready` and `/metrics`'),
  HOST: z.string().default('0.0.0.0').describe('Address to listen on'),
  DATA_DIR: z
    .string()
    .default('.data')
    .describe('Where the embedded Postgres and the generated API key are kept; made when missing'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(?:ql)?:\/\//, 'must start with postgresql://')
    .optional()
    .describe('Postgres to use; without it the embedded one in `DATA_DIR` is started (one process only)'),
  DATABASE_POOL_SIZE: z.coerce
    .number()
    .int()
    .min(2)
    .max(500)
    .default(20)
    .describe('Database connections of the process at most'),
  KAFKA_BROKERS: commaList
    .optional()
    .describe('Comma list of `host:port`; without it messages stay in the process (one process only)'),
  KAFKA_SSL: flag.default(false).describe('Speak TLS to Kafka'),
  KAFKA_SASL_MECHANISM: z
    .enum(['plain', 'scram-sha-256', 'scram-sha-512'])
    .optional()
    .describe('How to authenticate to Kafka; with it `KAFKA_SASL_USERNAME` and `KAFKA_SASL_PASSWORD` are needed'),
  KAFKA_SASL_USERNAME: z.string().optional().describe('User name for Kafka'),
  KAFKA_SASL_PASSWORD: z.string().optional().describe('Password for Kafka'),
  BOOTSTRAP_API_KEY: z
    .string()
    .regex(/^[A-Za-z0-9._~-]{16,128}$/, 'must be 16 to 128 letters, digits, or any of . _ ~ -')
    .optional()
    .describe('An API key that is valid from the first start; in one process one is made, kept and printed without it'),
  DRAIN_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(0)
    .default(10_000)
    .describe('How long running work may go on after SIGTERM or SIGINT, in milliseconds'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace'])
    .default('info')
    .describe('Least level to log'),
  LOG_FORMAT: z
    .enum(['json', 'pretty'])
    .optional()
    .describe('`json` lines or `pretty` text; by default `pretty` on a terminal'),
});

/** How to reach Kafka, for whoever connects to it. @throws ConfigError when a part of the credentials is missing */
export function kafkaAccess(config: PlatformConfig): KafkaAccess | undefined {
  if (config.KAFKA_BROKERS === undefined) return undefined;
  const { KAFKA_SASL_MECHANISM: mechanism, KAFKA_SASL_USERNAME: username, KAFKA_SASL_PASSWORD: password } = config;
  const access = { brokers: config.KAFKA_BROKERS, clientId: 'orbweaver', ssl: config.KAFKA_SSL };
  if (mechanism === undefined) return access;
  if (username === undefined || password === undefined) {
    throw new ConfigError(['KAFKA_SASL_USERNAME, KAFKA_SASL_PASSWORD: needed with KAFKA_SASL_MECHANISM']);
  }
  return { ...access, sasl: { mechanism, username, password } };
}

export type PlatformConfig = z.infer<typeof platformConfig>;
