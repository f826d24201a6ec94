import type { KafkaAccess } from '@orbweaver/messaging';
import { parseObjectStoreUrl } from '@orbweaver/object-store';
import { z } from 'zod';
import { ConfigError, type ConfigRule, commaList, flag } from './config';
import { duration, timerDuration } from './durations';
import { tracingFields } from './tracing.config';

/** Characters that need no quoting in headers and WebSocket subprotocols. */
export const API_KEY = /^[A-Za-z0-9._~-]{16,128}$/;

/** A host name, an IPv4 address or an IPv6 address in brackets, and a port. */
const BROKER = /^(?:[\w.-]+|\[[\da-f:.]+\]):\d{1,5}$/i;

const brokerList = commaList.superRefine((brokers, context) => {
  const wrong = brokers.flatMap((broker, index) => (BROKER.test(broker) ? [] : [index + 1]));
  if (brokers.length > 0 && wrong.length === 0) return;
  // By position: an invalid entry may contain credentials.
  const named = brokers.length < 2 ? '' : `; invalid entries: ${wrong.join(', ')}`;
  context.addIssue({ code: 'custom', message: `must be host:port or a comma list of them${named}` });
});

export const platformConfig = z.object({
  PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65535)
    .default(3002)
    .describe('Port of the HTTP API, `/health/live`, `/health/ready` and `/metrics`'),
  METRICS_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65535)
    .optional()
    .describe('Separate port for `/health/live`, `/health/ready` and `/metrics`, which are then not served on `PORT`'),
  HOST: z.string().default('0.0.0.0').describe('Address to listen on'),
  HTTP_HEADERS_TIMEOUT: duration
    .prefault('10s')
    .describe('Time limit for the headers of a request. Exceeding it closes the connection with 408'),
  HTTP_REQUEST_TIMEOUT: duration
    // 50 MiB at 4 Mbit/s take 105 s.
    .prefault('2m')
    .describe(
      'Time limit for a whole request including its body (at most 10 MiB, and 51 MiB for an uploaded file). Exceeding it closes the connection with 408',
    ),
  HTTP_KEEP_ALIVE_TIMEOUT: duration
    .prefault('65s')
    .describe('Keep-alive time of idle connections. Must exceed that of a load balancer in front'),
  HTTP_MAX_CONNECTIONS: z.coerce
    .number()
    .int()
    .positive()
    .default(10_000)
    .describe(
      'Maximum number of connections, including streams and waiting scrapes. Further connections are closed immediately',
    ),
  DATA_DIR: z
    .string()
    .default('.data')
    .describe('Folder of the embedded Postgres and the generated API key. Created if missing'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(?:ql)?:\/\//, 'must start with postgresql://')
    .optional()
    .describe(
      'Postgres connection URL. Without it, an embedded Postgres is started in `DATA_DIR` (only for a single process)',
    ),
  DATABASE_POOL_SIZE: z.coerce
    .number()
    .int()
    .min(2)
    .max(500)
    .default(20)
    .describe('Maximum number of database connections of the process'),
  DATABASE_POOLER: flag
    .default(false)
    .describe(
      '`true` for a pooler in transaction mode (PgBouncer): disables prepared statements and expects session settings on the role',
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
      'S3-compatible bucket for document contents, such as `https://s3.eu-central-1.amazonaws.com/bucket/prefix` or `http://minio:9000/bucket?region=us-east-1`. Without it, contents are stored in Postgres. Used by gateways and results',
    ),
  OBJECT_STORE_ACCESS_KEY_ID: z
    .string()
    .optional()
    .describe(
      'Access key of the bucket. Default: the key in the address (`https://KEY:SECRET@…`), or the credentials found by the AWS SDK',
    ),
  OBJECT_STORE_SECRET_ACCESS_KEY: z.string().optional().describe('Its secret'),
  OBJECT_STORE_MIN_KIB: z.coerce
    .number()
    .int()
    .min(0)
    .max(65_536)
    .default(8)
    .describe('Minimum compressed size of a document for the object store. Smaller documents are stored in Postgres'),
  OBJECT_STORE_CONCURRENCY: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000)
    .default(64)
    .describe('Maximum number of concurrent requests to the object store'),
  KAFKA_BROKERS: brokerList
    .optional()
    .describe('Comma list of `host:port`. Without it, messages are passed in memory (only for a single process)'),
  KAFKA_SSL: flag.default(false).describe('Use TLS for Kafka'),
  KAFKA_SASL_MECHANISM: z
    .enum(['plain', 'scram-sha-256', 'scram-sha-512'])
    .optional()
    .describe('SASL mechanism for Kafka. Requires `KAFKA_SASL_USERNAME` and `KAFKA_SASL_PASSWORD`'),
  KAFKA_SASL_USERNAME: z.string().optional().describe('User name for Kafka'),
  KAFKA_SASL_PASSWORD: z.string().optional().describe('Password for Kafka'),
  BOOTSTRAP_API_KEY: z
    .string()
    .regex(API_KEY, 'must be 16 to 128 letters, digits, or any of . _ ~ -')
    .optional()
    .describe(
      'API key that is valid from the first start: 16 to 128 letters, digits and `. _ ~ -`. A single process without it generates, stores and prints one',
    ),
  TEAMS_FILE: z
    .string()
    .optional()
    .describe(
      'YAML or JSON file with teams, limits, credits and keys, which gateways apply at start and when it changes',
    ),
  DRAIN_TIMEOUT: timerDuration(0).prefault('10s').describe('Time for running work to finish after SIGTERM or SIGINT'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace']).default('info').describe('Minimum log level'),
  LOG_FORMAT: z
    .enum(['json', 'pretty'])
    .optional()
    .describe('`json` or `pretty`. Default: `pretty` on a terminal, otherwise `json`'),
  ...tracingFields,
});

export type PlatformConfig = z.infer<typeof platformConfig>;

const SASL_IS_INCOMPLETE = 'KAFKA_SASL_MECHANISM: needs KAFKA_SASL_USERNAME and KAFKA_SASL_PASSWORD';

export const requireCompleteSasl: ConfigRule = (isSet) =>
  isSet('KAFKA_SASL_MECHANISM') && !(isSet('KAFKA_SASL_USERNAME') && isSet('KAFKA_SASL_PASSWORD'))
    ? [SASL_IS_INCOMPLETE]
    : [];

export const requireCompleteObjectStoreKey: ConfigRule = (isSet) =>
  isSet('OBJECT_STORE_ACCESS_KEY_ID') === isSet('OBJECT_STORE_SECRET_ACCESS_KEY')
    ? []
    : ['OBJECT_STORE_ACCESS_KEY_ID and OBJECT_STORE_SECRET_ACCESS_KEY: set both or neither'];

type KafkaConfig = Pick<
  PlatformConfig,
  'KAFKA_BROKERS' | 'KAFKA_SSL' | 'KAFKA_SASL_MECHANISM' | 'KAFKA_SASL_USERNAME' | 'KAFKA_SASL_PASSWORD'
>;

/** Kafka connection settings; undefined without brokers. @throws ConfigError for incomplete credentials */
export function kafkaAccess(config: KafkaConfig): KafkaAccess | undefined {
  if (config.KAFKA_BROKERS === undefined) return undefined;
  const { KAFKA_SASL_MECHANISM: mechanism, KAFKA_SASL_USERNAME: username, KAFKA_SASL_PASSWORD: password } = config;
  const access = { brokers: config.KAFKA_BROKERS, clientId: 'orbweaver', ssl: config.KAFKA_SSL };
  if (mechanism === undefined) return access;
  if (username === undefined || password === undefined) throw new ConfigError([SASL_IS_INCOMPLETE]);
  return { ...access, sasl: { mechanism, username, password } };
}
