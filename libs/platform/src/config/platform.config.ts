import { parseObjectStoreUrl } from '@orbweaver/object-store';
import { z } from 'zod';
import { extraCaCerts } from './certificate-authorities';
import { type ConfigRule, flag } from './config';
import { duration, timerDuration } from './durations';
import { encryptionKeys } from './encryption-keys';
import { kafkaFields } from './kafka.config';
import { tracingFields } from './tracing.config';

/** Characters that need no quoting in headers and WebSocket subprotocols. */
export const API_KEY = /^[A-Za-z0-9._~-]{16,128}$/;

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
  ENCRYPTION_KEYS: encryptionKeys,
  ...kafkaFields,
  EXTRA_CA_CERTS: extraCaCerts,
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
      'YAML or JSON file with teams, limits, credits, hosts, keys and webhook secrets, which gateways apply at start and when it changes',
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

export const requireCompleteObjectStoreKey: ConfigRule = (isSet) =>
  isSet('OBJECT_STORE_ACCESS_KEY_ID') === isSet('OBJECT_STORE_SECRET_ACCESS_KEY')
    ? []
    : ['OBJECT_STORE_ACCESS_KEY_ID and OBJECT_STORE_SECRET_ACCESS_KEY: set both or neither'];
