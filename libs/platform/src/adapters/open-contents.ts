import { StoreUnavailableError } from '@orbweaver/core';
import {
  type BucketRequest,
  ContentCipher,
  type ContentStore,
  EncryptedContents,
  ObjectContents,
  openBucket,
  parseObjectStoreUrl,
  RowContents,
} from '@orbweaver/object-store';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { secureContextOf } from '../config/certificate-authorities';
import { ConfigError } from '../config/config';
import type { PlatformConfig } from '../config/platform.config';
import type { HealthChecks } from '../health/health';
import { watchObjectStore } from '../health/object-store-health';
import type { Service } from '../service';
import { measureObjectStore } from './process-metrics';

const KIB = 1024;

/**
 * Opens the content store; undefined if no service of the process may use it. A store that is unavailable does not
 * prevent the start, because rows are used meanwhile.
 * @throws ConfigError if the store rejects the operations of the process
 */
export async function openContents(
  services: readonly Service[],
  config: PlatformConfig,
  {
    logger,
    metrics,
    health,
    cipher = new ContentCipher(),
  }: { logger: Logger; metrics: Registry; health: HealthChecks; cipher?: ContentCipher | undefined },
  opened: (() => Promise<unknown>)[],
): Promise<ContentStore | undefined> {
  if (services.every(({ contents }) => contents === undefined)) return undefined;
  if (config.OBJECT_STORE_URL === undefined) return new EncryptedContents(new RowContents(), cipher);
  const { bucket, contents, prefix } = await connectObjects(config.OBJECT_STORE_URL, config, {
    onRequest: measureObjectStore(metrics),
    onBypass: (awayMs) => logger.warn({ awayMs: Math.round(awayMs) }, 'object-store-bypassed'),
  });
  opened.push(async () => bucket.close());
  const writes = services.some((service) => service.contents === 'writes');
  const isThere = await bucket.check({ prefix, writes }).then(
    (wrong) => {
      if (wrong !== undefined) throw new ConfigError([`OBJECT_STORE_URL: ${wrong}`]);
      return true;
    },
    (error: unknown) => {
      if (!(error instanceof StoreUnavailableError)) throw error;
      logger.warn({ err: error, variable: 'OBJECT_STORE_URL' }, 'object-store-unavailable');
      return false;
    },
  );
  // Gateways stay ready: they can answer most requests without the store.
  if (writes) opened.push(watchObjectStore(contents, { health, logger, isThere }));
  return new EncryptedContents(contents, cipher);
}

type ObjectStoreConfig = Pick<
  PlatformConfig,
  | 'OBJECT_STORE_URL'
  | 'OBJECT_STORE_ACCESS_KEY_ID'
  | 'OBJECT_STORE_SECRET_ACCESS_KEY'
  | 'OBJECT_STORE_CONCURRENCY'
  | 'OBJECT_STORE_MIN_KIB'
  | 'EXTRA_CA_CERTS'
  | 'ENCRYPTION_KEYS'
>;

export interface ContentsOfCommand {
  contents: ContentStore;
  /** Contents as stored, which may be encrypted. */
  stored: ContentStore;
  cipher: ContentCipher;
  close(): void;
}

/** For commands: the content store without health checks and metrics. */
export async function openContentsOfCommand(config: ObjectStoreConfig): Promise<ContentsOfCommand> {
  const cipher = new ContentCipher(config.ENCRYPTION_KEYS);
  const open = (stored: ContentStore, close: () => void) => ({
    contents: new EncryptedContents(stored, cipher),
    stored,
    cipher,
    close,
  });
  if (config.OBJECT_STORE_URL === undefined) return open(new RowContents(), () => undefined);
  const { bucket, contents } = await connectObjects(config.OBJECT_STORE_URL, config);
  return open(contents, () => bucket.close());
}

async function connectObjects(
  url: string,
  config: ObjectStoreConfig,
  { onRequest, onBypass }: { onRequest?: (request: BucketRequest) => void; onBypass?: (awayMs: number) => void } = {},
) {
  const address = parseObjectStoreUrl(url);
  const { OBJECT_STORE_ACCESS_KEY_ID: accessKeyId, OBJECT_STORE_SECRET_ACCESS_KEY: secretAccessKey } = config;
  const own = accessKeyId !== undefined &&
    secretAccessKey !== undefined && { credentials: { accessKeyId, secretAccessKey } };
  const bucket = await openBucket(
    { ...address, ...own },
    {
      concurrency: config.OBJECT_STORE_CONCURRENCY,
      secureContext: secureContextOf(config.EXTRA_CA_CERTS),
      onRequest,
    },
  );
  const { prefix } = address;
  const minBytes = config.OBJECT_STORE_MIN_KIB * KIB;
  return { bucket, prefix, contents: new ObjectContents({ bucket, prefix, minBytes, onBypass }) };
}
