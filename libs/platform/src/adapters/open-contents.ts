import { StoreUnavailableError } from '@orbweaver/core';
import {
  type ContentStore,
  ObjectContents,
  openBucket,
  parseObjectStoreUrl,
  RowContents,
} from '@orbweaver/object-store';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
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
  { logger, metrics, health }: { logger: Logger; metrics: Registry; health: HealthChecks },
  opened: (() => Promise<unknown>)[],
): Promise<ContentStore | undefined> {
  if (services.every(({ contents }) => contents === undefined)) return undefined;
  const { OBJECT_STORE_URL: url, OBJECT_STORE_ACCESS_KEY_ID: accessKeyId } = config;
  if (url === undefined) return new RowContents();
  const address = parseObjectStoreUrl(url);
  const secretAccessKey = config.OBJECT_STORE_SECRET_ACCESS_KEY;
  const own = accessKeyId !== undefined &&
    secretAccessKey !== undefined && { credentials: { accessKeyId, secretAccessKey } };
  const bucket = await openBucket(
    { ...address, ...own },
    { concurrency: config.OBJECT_STORE_CONCURRENCY, onRequest: measureObjectStore(metrics) },
  );
  opened.push(async () => bucket.close());
  const contents = new ObjectContents({
    bucket,
    prefix: address.prefix,
    minBytes: config.OBJECT_STORE_MIN_KIB * KIB,
    onBypass: (awayMs) => logger.warn({ awayMs: Math.round(awayMs) }, 'object-store-bypassed'),
  });
  const writes = services.some((service) => service.contents === 'writes');
  const isThere = await bucket.check({ prefix: address.prefix, writes }).then(
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
  return contents;
}
