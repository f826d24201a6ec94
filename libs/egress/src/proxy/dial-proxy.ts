import http from 'node:http';
import net, { isIP, type Socket } from 'node:net';
import tls from 'node:tls';
import { SocksClient } from 'socks';
import type { EgressGuard } from '../address/egress-guard';
import { EgressError, lookupBy } from '../address/guarded-lookup';
import { resolveBySystem } from '../names/name-resolver';
import type { UpstreamProxy } from '../proxy-pools/upstream-proxy';
import { closedWithoutAnswer, proxyFailure, targetFailure, tunnelFailure } from './proxy-failure';

export interface DialOptions {
  /** Time to reach the proxy. */
  connectTimeoutMs: number;
  /** Ends the attempt; the promise rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Certificate authorities of an https proxy. Default: the system's. */
  ca?: string;
}

const lookup = lookupBy(resolveBySystem);

/** A proxy reaches its target more slowly than we reach the proxy: home lines, distant countries. */
export const TUNNEL_PATIENCE = 3;

/**
 * Connects to the proxy itself, without the guard: the operator chose its address. Rejects with an EgressError that
 * holds a ProxyFailure.
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
          ...(options.ca !== undefined && { ca: options.ca }),
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
 * Connects to `host` through the proxy. The target is the name, which the caller must have checked, or the first address
 * that the guard allows (PROXY_TARGETS=address). Rejects with an EgressError that never contains the proxy's
 * credentials.
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
      proxyFailure(`The proxy did not reach ${target.host} in time: ERR_TIMED_OUT`, { isCertain: false }),
    ),
  };
  await (proxy.protocol === 'socks5' ? askSocks : askConnect)(proxy, socket, target, step);
  return socket;
}

/** A target that has no address here cannot be checked, so it is rejected. */
async function checkedAddress(guard: EgressGuard, host: string, port: number): Promise<string> {
  const resolution = await guard.resolve(host, port);
  if (resolution.kind === 'failed') throw new EgressError(resolution.failure);
  return resolution.addresses[0].address;
}

interface Target {
  /** For messages. */
  host: string;
  port: number;
  /** Name or address sent to the proxy. */
  address: string;
}

async function askConnect(proxy: UpstreamProxy, socket: Socket, target: Target, step: Step): Promise<void> {
  const { host, port, address } = target;
  const authority = `${isIP(address) === 6 ? `[${address}]` : address}:${port}`;
  const authorization = proxy.authorization();
  const request = http.request({
    method: 'CONNECT',
    path: authority,
    // Without an agent, which would open a connection of its own.
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

/** The meanings of RFC 1928's reply field for the target, in the library's words. */
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
      // Longer than our own limit, which is the one that counts.
      timeout: step.timeoutMs * 2,
    }).then(
      () => resolve(),
      // The library's error holds all its options, the password among them: only its message is read.
      (error: unknown) => reject(new EgressError(socksFailure(String(error), target.host))),
    );
  });
}

function socksFailure(words: string, host: string) {
  const reply = Object.entries(socksReplies).find(([name]) => words.includes(name));
  if (reply !== undefined) return targetFailure(reply[1], host);
  if (/Authentication failed|authentication type/i.test(words)) {
    return proxyFailure('The proxy does not accept the credentials it is given: ERR_SOCKS_CONNECTION_FAILED', {
      isCertain: true,
    });
  }
  return proxyFailure(`The proxy gave no connection to ${host}: ERR_SOCKS_CONNECTION_FAILED`, { isCertain: false });
}

function unreachable(code = 'closed'): EgressError {
  const isTls = /^(?:CERT_|ERR_TLS_|ERR_SSL_|EPROTO|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|HOSTNAME_)/.test(code);
  const message = isTls
    ? `A secure connection to the proxy could not be made (${code}): ERR_PROXY_CERTIFICATE_INVALID`
    : `The proxy could not be reached (${code}): ERR_PROXY_CONNECTION_FAILED`;
  return new EgressError(proxyFailure(message, { isCertain: true }));
}

const noHttp = () =>
  proxyFailure('The proxy does not answer in HTTP: ERR_TUNNEL_CONNECTION_FAILED', { isCertain: true });

interface Step {
  timeoutMs: number;
  signal: AbortSignal | undefined;
  /** The error of the step when its time is over. */
  overdue: EgressError;
}

/** Takes one step on a socket within its time. A failed step destroys the socket. */
async function settle(
  socket: Socket,
  { timeoutMs, signal, overdue }: Step,
  take: (resolve: () => void, reject: (error: unknown) => void) => void,
): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let abort = (): void => undefined;
  // Until the socket's next owner listens, its errors must not end the process.
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
