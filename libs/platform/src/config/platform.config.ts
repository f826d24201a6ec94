import type { KafkaAccess } from '@orbweaver/messaging';
import { parseObjectStoreUrl } from '@orbweaver/object-store';
import { z } from 'zod';
import { ConfigError, type ConfigRule, commaList, flag } from './config';
import { duration, timerDuration } from './durations';
import { tracingFields } from './tracing.config';

/** The characters of a key: they need no quoting in a header or a WebSocket subprotocol. */
export const API_KEY = /^[A-Za-z0-9._~-]{16,128}$/;

/** A name, an IPv4 address or an IPv6 address in brackets, and a port. */
const BROKER = /^(?:[\w.-]+|\[[\da-f:.]+\]):\d{1,5}$/i;

const brokerList = commaList.superRefine((brokers, context) => {
  const wrong = brokers.flatMap((broker, index) => (BROKER.test(broker) ? [] : [index + 1]));
  if (brokers.length > 0 && wrong.length === 0) return;
  // Named by their places, as what is no broker may hold credentials.
  const named = brokers.length < 2 ? '' : `; wrong are the entries ${wrong.join(', ')}`;
  context.addIssue({ code: 'custom', message: `must be host:port, or several with commas between them${named}` });
});

/** The settings of every process, whatever services it runs. */
export const platformConfig = z.object({
  PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65535)
    .default(3002)
    .describe('Port of the HTTP interface, of `/health/live`, `/health/ready` and `/metrics`'),
  METRICS_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65535)
    .optional()
    .describe('Port of `/health/live`, `/health/ready` and `/metrics` alone; with it `PORT` answers callers only'),
  HOST: z.string().default('0.0.0.0').describe('Address to listen on'),
  HTTP_HEADERS_TIMEOUT: duration
    .prefault('10s')
    .describe('How long the head of a request may take to arrive; then 408, and the connection is closed'),
  HTTP_REQUEST_TIMEOUT: duration
    .prefault('30s')
    .describe('How long a request may take to arrive, its body (10 MiB at most) included; then the same'),
  HTTP_KEEP_ALIVE_TIMEOUT: duration
    .prefault('65s')
    .describe('How long a connection is kept open for a next request: longer than a balancer in front of it does'),
  HTTP_MAX_CONNECTIONS: z.coerce
    .number()
    .int()
    .positive()
    .default(10_000)
    .describe('Connections at once, those of streams and waiting scrapes included; more are closed at once'),
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
  DATABASE_POOLER: flag
    .default(false)
    .describe(
      'A pooler in transaction mode (PgBouncer) stands before Postgres: no statement is prepared, and session settings are the role’s',
    ),
  OBJECT_STORE_URL: z
    .string()
    .superRefine((text, context) => {
      try {
        parseObjectStoreUrl(text);
      } catch (error) {
        context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : String(error) });
      }
    })
    .optional()
    .describe(
      'An S3-compatible bucket for the contents of documents, such as `https://s3.eu-central-1.amazonaws.com/bucket/prefix` or `http://minio:9000/bucket?region=us-east-1`; without it they lie in Postgres. Gateways and results read it',
    ),
  OBJECT_STORE_ACCESS_KEY_ID: z
    .string()
    .optional()
    .describe(
      'The key to it; without one that of the address (`https://KEY:SECRET@…`), or what the AWS SDK finds by itself',
    ),
  OBJECT_STORE_SECRET_ACCESS_KEY: z.string().optional().describe('Its secret'),
  OBJECT_STORE_MIN_KIB: z.coerce
    .number()
    .int()
    .min(0)
    .max(65_536)
    .default(8)
    .describe('A document that takes less than this, compressed, stays in its row'),
  OBJECT_STORE_CONCURRENCY: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000)
    .default(64)
    .describe('Requests to the object store at once'),
  KAFKA_BROKERS: brokerList
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
    .regex(API_KEY, 'must be 16 to 128 letters, digits, or any of . _ ~ -')
    .optional()
    .describe(
      'An API key that is valid from the first start, 16 to 128 letters, digits and `. _ ~ -`; in one process one is made, kept and printed without it',
    ),
  DRAIN_TIMEOUT: timerDuration(0).prefault('10s').describe('How long running work may go on after SIGTERM or SIGINT'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace'])
    .default('info')
    .describe('Least level to log'),
  LOG_FORMAT: z
    .enum(['json', 'pretty'])
    .optional()
    .describe('`json` lines or `pretty` text; by default `pretty` on a terminal'),
  ...tracingFields,
});

export type PlatformConfig = z.infer<typeof platformConfig>;

const SASL_IS_INCOMPLETE = 'KAFKA_SASL_MECHANISM: needs KAFKA_SASL_USERNAME and KAFKA_SASL_PASSWORD';

/** A reader of the Kafka variables checks this as well. */
export const requireWholeSasl: ConfigRule = (isSet) =>
  isSet('KAFKA_SASL_MECHANISM') && !(isSet('KAFKA_SASL_USERNAME') && isSet('KAFKA_SASL_PASSWORD'))
    ? [SASL_IS_INCOMPLETE]
    : [];

export const requireWholeObjectStoreKey: ConfigRule = (isSet) =>
  isSet('OBJECT_STORE_ACCESS_KEY_ID') === isSet('OBJECT_STORE_SECRET_ACCESS_KEY')
    ? []
    : ['OBJECT_STORE_ACCESS_KEY_ID and OBJECT_STORE_SECRET_ACCESS_KEY: one needs the other'];

type KafkaConfig = Pick<
  PlatformConfig,
  'KAFKA_BROKERS' | 'KAFKA_SSL' | 'KAFKA_SASL_MECHANISM' | 'KAFKA_SASL_USERNAME' | 'KAFKA_SASL_PASSWORD'
>;

/** The connection settings for Kafka; undefined without brokers. @throws ConfigError as requireWholeSasl */
export function kafkaAccess(config: KafkaConfig): KafkaAccess | undefined {
  if (config.KAFKA_BROKERS === undefined) return undefined;
  const { KAFKA_SASL_MECHANISM: mechanism, KAFKA_SASL_USERNAME: username, KAFKA_SASL_PASSWORD: password } = config;
  const access = { brokers: config.KAFKA_BROKERS, clientId: 'orbweaver', ssl: config.KAFKA_SSL };
  if (mechanism === undefined) return access;
  if (username === undefined || password === undefined) throw new ConfigError([SASL_IS_INCOMPLETE]);
  return { ...access, sasl: { mechanism, username, password } };
}
