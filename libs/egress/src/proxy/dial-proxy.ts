import http from 'node:http';
import net, { isIP, type Socket } from 'node:net';
import tls, { type SecureContext } from 'node:tls';
import { SocksClient } from 'socks';
import type { EgressGuard } from '../address/egress-guard';
import { EgressError, lookupBy } from '../address/guarded-lookup';
import { resolveBySystem } from '../names/name-resolver';
import type { UpstreamProxy } from '../proxy-pools/upstream-proxy';
import { closedWithoutAnswer, proxyFailure, targetFailure, tunnelFailure } from './proxy-failure';

export interface DialOptions {
  connectTimeoutMs: number;
  signal?: AbortSignal | undefined;
  /** For https proxies. Default: Node's certificate authorities. */
  secureContext?: SecureContext | undefined;
}

const lookup = lookupBy(resolveBySystem);

/** Proxies reach their targets more slowly than we reach the proxy (home lines, distant countries). */
export const TUNNEL_PATIENCE = 3;

/**
 * Connects to the proxy itself, without the guard: the operator chose its address.
 * @throws EgressError with a ProxyFailure
 */
export async function dialProxy(proxy: UpstreamProxy, options: DialOptions): Promise<Socket> {
  const { host, port, protocol } = proxy;
  const socket =
    protocol === 'https'
      ? tls.connect({
          host,
          port,
          lookup,
          ALPNProtocols: ['http/1.1'],
          ...(isIP(host) === 0 && { servername: host }),
          ...(options.secureContext !== undefined && { secureContext: options.secureContext }),
        })
      : net.connect({ host, port, lookup });
  const ready = protocol === 'https' ? 'secureConnect' : 'connect';
  const { connectTimeoutMs: timeoutMs, signal } = options;
  await settle(socket, { timeoutMs, signal, overdue: unreachable('ETIMEDOUT') }, (resolve, reject) => {
    socket.once(ready, resolve);
    socket.once('error', (error: NodeJS.ErrnoException) => reject(unreachable(error.code)));
    socket.once('close', () => reject(unreachable('closed')));
  });
  socket.setNoDelay(true);
  return socket;
}

/**
 * Connects to `host` through the proxy by name, which the caller must have checked, or by the first allowed address
 * (PROXY_TARGETS=address). Errors never contain the proxy's credentials.
 * @throws EgressError
 */
export async function tunnelThrough(
  proxy: UpstreamProxy,
  { host, port }: { host: string; port: number },
  options: DialOptions & { guard: EgressGuard },
): Promise<Socket> {
  const address = proxy.targets === 'address' ? await checkedAddress(options.guard, host, port) : host;
  const target: Target = { host, port, address };
  const socket = await dialProxy(proxy, options);
  const step: Step = {
    timeoutMs: options.connectTimeoutMs * TUNNEL_PATIENCE,
    signal: options.signal,
    overdue: new EgressError(
      proxyFailure(`The proxy timed out connecting to ${target.host}: ERR_TIMED_OUT`, { isCertain: false }),
    ),
  };
  await (proxy.protocol === 'socks5' ? askSocks : askConnect)(proxy, socket, target, step);
  return socket;
}

async function checkedAddress(guard: EgressGuard, host: string, port: number): Promise<string> {
  const resolution = await guard.resolve(host, port);
  if (resolution.kind === 'failed') throw new EgressError(resolution.failure);
  return resolution.addresses[0].address;
}

interface Target {
  host: string;
  port: number;
  address: string;
}

async function askConnect(proxy: UpstreamProxy, socket: Socket, target: Target, step: Step): Promise<void> {
  const { host, port, address } = target;
  const authority = `${isIP(address) === 6 ? `[${address}]` : address}:${port}`;
  const authorization = proxy.authorization();
  const request = http.request({
    method: 'CONNECT',
    path: authority,
    createConnection: () => socket,
    headers: { host: authority, ...(authorization && { 'proxy-authorization': authorization }) },
  });
  await settle(socket, step, (resolve, reject) => {
    request.once('connect', (answer, _, head) => {
      const status = answer.statusCode ?? 0;
      if (status < 200 || status > 299) {
        return reject(new EgressError(tunnelFailure({ status, headers: answer.headers }, host)));
      }
      if (head.length > 0) socket.unshift(head);
      resolve();
    });
    request.once('error', (error: NodeJS.ErrnoException) => {
      reject(new EgressError(error.code?.startsWith('HPE_') ? noHttp() : closedWithoutAnswer(host)));
    });
    request.end();
  });
}

/** Replies of RFC 1928, by the library's text. */
const socksReplies = {
  NetworkUnreachable: 'refused',
  HostUnreachable: 'refused',
  ConnectionRefused: 'refused',
  TTLExpired: 'timed-out',
} as const;

async function askSocks(proxy: UpstreamProxy, socket: Socket, target: Target, step: Step): Promise<void> {
  const given = proxy.credential();
  await settle(socket, step, (resolve, reject) => {
    SocksClient.createConnection({
      proxy: {
        host: proxy.host,
        port: proxy.port,
        type: 5,
        ...(given && { userId: given.username, password: given.password }),
      },
      command: 'connect',
      destination: { host: target.address, port: target.port },
      existing_socket: socket,
      timeout: step.timeoutMs * 2,
    }).then(
      () => resolve(),
      // The library's error contains its options with the password, so only the message is used.
      (error: unknown) => reject(new EgressError(socksFailure(String(error), target.host))),
    );
  });
}

function socksFailure(words: string, host: string) {
  const reply = Object.entries(socksReplies).find(([name]) => words.includes(name));
  if (reply !== undefined) return targetFailure(reply[1], host);
  if (/Authentication failed|authentication type/i.test(words)) {
    return proxyFailure('The proxy rejected the configured credentials: ERR_SOCKS_CONNECTION_FAILED', {
      isCertain: true,
    });
  }
  return proxyFailure(`The proxy could not connect to ${host}: ERR_SOCKS_CONNECTION_FAILED`, { isCertain: false });
}

function unreachable(code = 'closed'): EgressError {
  const isTls = /^(?:CERT_|ERR_TLS_|ERR_SSL_|EPROTO|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|HOSTNAME_)/.test(code);
  const message = isTls
    ? `The TLS handshake with the proxy failed (${code}): ERR_PROXY_CERTIFICATE_INVALID`
    : `The proxy is unreachable (${code}): ERR_PROXY_CONNECTION_FAILED`;
  return new EgressError(proxyFailure(message, { isCertain: true }));
}

const noHttp = () =>
  proxyFailure('The response of the proxy is not HTTP: ERR_TUNNEL_CONNECTION_FAILED', { isCertain: true });

interface Step {
  timeoutMs: number;
  signal: AbortSignal | undefined;
  overdue: EgressError;
}

/** Runs one step on a socket with a time limit. Destroys the socket on failure. */
async function settle(
  socket: Socket,
  { timeoutMs, signal, overdue }: Step,
  take: (resolve: () => void, reject: (error: unknown) => void) => void,
): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let abort = (): void => undefined;
  // Prevents a crash until the socket's next owner listens.
  socket.on('error', () => undefined);
  try {
    signal?.throwIfAborted();
    await new Promise<void>((resolve, reject) => {
      abort = () => reject(signal?.reason);
      signal?.addEventListener('abort', abort, { once: true });
      timer = setTimeout(() => reject(overdue), timeoutMs);
      take(resolve, reject);
    });
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}
