import { randomBytes, timingSafeEqual } from 'node:crypto';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import type { PageFailure } from '@orbweaver/core';
import type { EgressGuard } from '../address/egress-guard';
import type { UpstreamProxy } from '../proxy-pools/upstream-proxy';
import { openTunnel } from './open-tunnel';
import { RefusalMemory } from './refusal-memory';
import { relayRequest } from './relay-request';
import { UpstreamAgent } from './upstream-agent';
import type { WayOut } from './way-out';

export interface ForwardProxyOptions {
  guard: EgressGuard;
  /** Sends everything on to this proxy instead of straight to the targets. Targets are checked all the same. */
  upstream?: UpstreamProxy;
  /** Without it every user of this machine can send requests through us. Chromium gives it by `page.authenticate`. */
  requireCredential?: boolean;
  /** 1024 unless given. */
  maxConnections?: number;
  /** A connection with no traffic in either direction ends after this time; 2 min unless given. */
  idleTimeoutMs?: number;
  /** 10 s unless given. */
  connectTimeoutMs?: number;
  /** Told of every target that gave no connection. Called with the host as the browser named it, without port. */
  onRefused?: (host: string, failure: PageFailure) => void;
}

export interface ForwardProxy {
  /** `http://127.0.0.1:port`, for Chromium's `--proxy-server`. Loopback targets need `--proxy-bypass-list=<-loopback>` to come here. */
  url: string;
  credential: { username: string; password: string } | undefined;
  /**
   * Why the host gave no connection a short while ago. The browser only sees a failed tunnel
   * (ERR_TUNNEL_CONNECTION_FAILED) and cannot tell a refused address from a dead server.
   */
  failureOf(host: string): PageFailure | undefined;
  /** Ends all connections. */
  close(): Promise<void>;
}

/** A proxy on 127.0.0.1 for a browser of ours: plain requests and CONNECT, so TLS and WebSockets, all through the guard. */
export async function startForwardProxy(options: ForwardProxyOptions): Promise<ForwardProxy> {
  const { guard, connectTimeoutMs = 10_000, idleTimeoutMs = 120_000 } = options;
  const credential =
    options.requireCredential === false
      ? undefined
      : { username: 'orbweaver', password: randomBytes(24).toString('base64url') };
  const memory = new RefusalMemory();
  const wayOut: WayOut = {
    guard,
    upstream: options.upstream,
    connectTimeoutMs,
    idleTimeoutMs,
    reached: (host) => memory.forget(host),
    refused: (host, failure) => {
      memory.remember(host, failure);
      options.onRefused?.(host, failure);
    },
  };
  const mayPass = credentialCheck(credential);
  const agentOptions = { keepAlive: true, timeout: idleTimeoutMs };
  const agent =
    options.upstream === undefined
      ? new http.Agent(agentOptions)
      : new UpstreamAgent(options.upstream, { connectTimeoutMs }, agentOptions);
  const server = http.createServer({ maxHeaderSize: 128 * 1024, keepAliveTimeout: idleTimeoutMs });
  server.maxConnections = options.maxConnections ?? 1024;
  server.on('request', (request, response) => {
    if (mayPass(request)) relayRequest(request, response, wayOut, agent);
    else response.writeHead(407, askForCredential).end();
  });
  server.on('connect', (request: http.IncomingMessage, client: net.Socket, head: Buffer) => {
    if (mayPass(request)) openTunnel(request, client, head, wayOut);
    else
      client.end(
        `HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: ${CHALLENGE}\r\nContent-Length: 0\r\n\r\n`,
      );
  });
  server.on('clientError', (_, socket) => socket.destroy());
  const sockets = new Set<net.Socket>();
  server.on('connection', (socket: net.Socket) => {
    sockets.add(socket);
    socket.setTimeout(idleTimeoutMs, () => socket.destroy());
    // A browser that goes away is no event; the other side notices by 'close'.
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    credential,
    failureOf: (host) => memory.recall(host),
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      agent.destroy();
      await closed;
    },
  };
}

const CHALLENGE = 'Basic realm="orbweaver"';
const askForCredential = { 'proxy-authenticate': CHALLENGE, 'content-length': '0' };

function credentialCheck(credential: ForwardProxy['credential']): (request: http.IncomingMessage) => boolean {
  if (credential === undefined) return () => true;
  const expected = Buffer.from(
    `Basic ${Buffer.from(`${credential.username}:${credential.password}`).toString('base64')}`,
  );
  return (request) => {
    const given = Buffer.from(request.headers['proxy-authorization'] ?? '');
    return given.length === expected.length && timingSafeEqual(given, expected);
  };
}
