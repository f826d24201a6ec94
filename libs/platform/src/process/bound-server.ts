import type { Server } from 'node:http';
import type { PlatformConfig } from '../config/platform.config';

type HttpBounds = Pick<
  PlatformConfig,
  'HTTP_HEADERS_TIMEOUT' | 'HTTP_REQUEST_TIMEOUT' | 'HTTP_KEEP_ALIVE_TIMEOUT' | 'HTTP_MAX_CONNECTIONS'
>;

/** How late a slow request is noticed. Node's own 30 s would be twice what most of them may take. */
const CHECKING_INTERVAL_MS = 1000;
const WARN_INTERVAL_MS = 60_000;

/**
 * Limits what slow or silent connections cost: the time for a request to arrive, without its answer, and the number of
 * connections. Call it before the server listens. @param onDrop is told, once a minute at most, that connections are
 * refused because there are too many
 */
export function boundServer(server: Server, config: HttpBounds, onDrop: () => void): void {
  server.requestTimeout = config.HTTP_REQUEST_TIMEOUT;
  // 0: no limit for the whole request; the head keeps its own.
  const wholeMs = config.HTTP_REQUEST_TIMEOUT > 0 ? config.HTTP_REQUEST_TIMEOUT : Number.POSITIVE_INFINITY;
  server.headersTimeout = Math.min(config.HTTP_HEADERS_TIMEOUT, wholeMs);
  server.keepAliveTimeout = config.HTTP_KEEP_ALIVE_TIMEOUT;
  server.maxConnections = config.HTTP_MAX_CONNECTIONS;
  // An option of createServer, which Nest calls; Node reads it when the server begins to listen.
  Object.assign(server, { connectionsCheckingInterval: CHECKING_INTERVAL_MS });
  let warnedAt = Number.NEGATIVE_INFINITY;
  server.on('drop', () => {
    if (performance.now() - warnedAt < WARN_INTERVAL_MS) return;
    warnedAt = performance.now();
    onDrop();
  });
}
