import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import type { SecureContext } from 'node:tls';
import type { EgressGuard } from '../address/egress-guard';
import { createOriginMemory } from '../http1/malformed-response';
import { MAX_HEADER_BYTES } from '../http1/response-head';
import { directRoutes, type EgressRoutes } from '../proxy-pools/egress-routes';
import type { UpstreamProxy } from '../proxy-pools/upstream-proxy';
import { TUNNEL_PATIENCE } from './dial-proxy';
import { endWith, openTunnel } from './open-tunnel';
import { type PassOptions, ProxyPass } from './proxy-pass';
import { relayRequest } from './relay-request';
import { WaysOut } from './ways-out';

export interface ForwardProxyOptions {
  guard: EgressGuard;
  /** Default: direct connections. */
  routes?: EgressRoutes;
  /** Replaces the proxies of `routes`. */
  upstream?: UpstreamProxy;
  /** For https proxies. Default: Node's certificate authorities. */
  secureContext?: SecureContext | undefined;
  /** Default: 1024. */
  maxConnections?: number;
  /** Closes connections without traffic in either direction. Default: 2 min. */
  idleTimeoutMs?: number;
  /** Default: 10 s. */
  connectTimeoutMs?: number;
}

export interface ForwardProxy {
  /**
   * `http://127.0.0.1:port` for Chromium's `--proxy-server`. Loopback targets need `--proxy-bypass-list=<-loopback>`.
   */
  url: string;
  /** Issues the credential of one page, valid until the pass is closed. Other local programs are rejected with 407. */
  issuePass(options?: PassOptions): ProxyPass;
  close(): Promise<void>;
}

/**
 * A proxy on 127.0.0.1 for our browser: plain requests and CONNECT, all checked by the guard. Chromium sends the
 * credential of a page after the first challenge.
 */
export async function startForwardProxy(options: ForwardProxyOptions): Promise<ForwardProxy> {
  const { guard, connectTimeoutMs = 10_000, idleTimeoutMs = 120_000 } = options;
  const waysOut = new WaysOut({
    guard,
    routes: options.routes ?? directRoutes(),
    chosen: options.upstream,
    secureContext: options.secureContext,
    connectTimeoutMs,
    idleTimeoutMs,
    malformedTargets: createOriginMemory(),
  });
  const unprovenMs = Math.min(UNPROVEN_MS, idleTimeoutMs);
  const passes = new Map<string, ProxyPass>();
  const server = http.createServer({ maxHeaderSize: MAX_HEADER_BYTES, keepAliveTimeout: idleTimeoutMs });
  server.maxConnections = options.maxConnections ?? 1024;
  server.on('request', (request, response) => {
    const pass = passOf(request, passes);
    if (pass !== undefined) {
      request.socket.setTimeout(idleTimeoutMs);
      relayRequest(request, response, waysOut, pass);
      return;
    }
    // Node sets its keep-alive timeout just before.
    response.once('finish', () => request.socket.setTimeout(unprovenMs));
    response.writeHead(407, askForCredential).end();
  });
  server.on('connect', (request: http.IncomingMessage, client: net.Socket, head: Buffer) => {
    const pass = passOf(request, passes);
    if (pass !== undefined) {
      client.setTimeout(idleTimeoutMs);
      openTunnel(request, client, head, waysOut, pass);
      return;
    }
    endWith(
      client,
      `HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: ${CHALLENGE}\r\nContent-Length: 0\r\n\r\n`,
    );
  });
  server.on('clientError', (_, socket) => socket.destroy());
  const sockets = new Set<net.Socket>();
  server.on('connection', (socket: net.Socket) => {
    sockets.add(socket);
    socket.setTimeout(unprovenMs, () => socket.destroy());
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    issuePass(passOptions = {}) {
      const patience = waysOut.hasProxies ? TUNNEL_PATIENCE : 1;
      const pass: ProxyPass = new ProxyPass(passOptions, () => passes.delete(pass.credential.username), patience);
      passes.set(pass.credential.username, pass);
      return pass;
    },
    async close() {
      for (const pass of passes.values()) pass.close();
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      waysOut.close();
      await closed;
    },
  };
}

/** For connections without a pass, which any local program can open. */
const UNPROVEN_MS = 10_000;
const CHALLENGE = 'Basic realm="orbweaver"';
const askForCredential = { 'proxy-authenticate': CHALLENGE, 'content-length': '0' };

function passOf(request: http.IncomingMessage, passes: ReadonlyMap<string, ProxyPass>): ProxyPass | undefined {
  const authorization = request.headers['proxy-authorization'] ?? '';
  const [, encoded = ''] = /^Basic ([\w+/]{1,200}={0,2})$/.exec(authorization) ?? [];
  const [username = ''] = Buffer.from(encoded, 'base64').toString().split(':');
  const pass = passes.get(username);
  return pass?.isShownBy(authorization) ? pass : undefined;
}
