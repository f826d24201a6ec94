import type { Server } from 'node:http';
import type { PlatformConfig } from '../config/platform.config';

type HttpBounds = Pick<
  PlatformConfig,
  'HTTP_HEADERS_TIMEOUT' | 'HTTP_REQUEST_TIMEOUT' | 'HTTP_KEEP_ALIVE_TIMEOUT' | 'HTTP_MAX_CONNECTIONS'
>;

/** Delay until a slow request is noticed. Node's default of 30 s exceeds most limits. */
const CHECKING_INTERVAL_MS = 1000;
const WARN_INTERVAL_MS = 60_000;

/**
 * Limits slow requests and the number of connections. Call it before the server listens.
 * @param onDrop called at most once per minute when connections are rejected
 */
export function boundServer(server: Server, config: HttpBounds, onDrop: () => void): void {
  server.requestTimeout = config.HTTP_REQUEST_TIMEOUT;
  // 0: unlimited. The headers keep their own limit.
  const wholeMs = config.HTTP_REQUEST_TIMEOUT > 0 ? config.HTTP_REQUEST_TIMEOUT : Number.POSITIVE_INFINITY;
  server.headersTimeout = Math.min(config.HTTP_HEADERS_TIMEOUT, wholeMs);
  server.keepAliveTimeout = config.HTTP_KEEP_ALIVE_TIMEOUT;
  server.maxConnections = config.HTTP_MAX_CONNECTIONS;
  // An option of createServer, which Nest calls. Node reads it when the server starts to listen.
  Object.assign(server, { connectionsCheckingInterval: CHECKING_INTERVAL_MS });
  let warnedAt = Number.NEGATIVE_INFINITY;
  server.on('drop', () => {
    if (performance.now() - warnedAt < WARN_INTERVAL_MS) return;
    warnedAt = performance.now();
    onDrop();
  });
}
