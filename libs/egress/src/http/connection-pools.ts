import { setMaxListeners } from 'node:events';
import type { Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import { portOf } from '@orbweaver/core';
import { Agent, buildConnector, type Dispatcher, Pool } from 'undici';
import { assertAllowedByName } from '../address/assert-allowed-by-name';
import type { EgressGuard } from '../address/egress-guard';
import { assertLiteralAllowed, guardedLookup } from '../address/guarded-lookup';
import { MAX_HEADER_BYTES } from '../http1/response-head';
import { dialProxy, tunnelThrough } from '../proxy/dial-proxy';
import type { UpstreamProxy } from '../proxy-pools/upstream-proxy';

export interface ConnectionOptions {
  skipTlsVerification: boolean;
  connectTimeoutMs: number;
  allowHttp2: boolean;
  proxy: UpstreamProxy | undefined;
}

export interface PoolOptions {
  guard: EgressGuard;
  secureContext?: SecureContext | undefined;
  silenceMs?: number;
}

export interface RequestRoute {
  dispatcher: Dispatcher;
  origin: string;
  path: string;
  headers: Record<string, string>;
}

/** Maximum time without data. The caller's signal limits the whole request. */
const SILENCE_MS = 60_000;

export class ConnectionPools {
  private readonly direct = new Map<string, Agent>();
  private readonly behind = new Map<UpstreamProxy, Map<string, Agent>>();
  private readonly closing = new AbortController();

  private readonly guard: EgressGuard;
  private readonly secureContext: SecureContext | undefined;
  readonly silenceMs: number;

  constructor({ guard, secureContext, silenceMs = SILENCE_MS }: PoolOptions) {
    this.guard = guard;
    this.secureContext = secureContext;
    this.silenceMs = silenceMs;
    setMaxListeners(0, this.closing.signal);
  }

  /** @throws EgressError if a proxy may not be asked for `url`; direct connections are checked when they are opened */
  async wayTo(url: URL, options: ConnectionOptions): Promise<RequestRoute> {
    const { proxy } = options;
    const dispatcher = this.agentFor(options);
    const path = url.pathname + url.search;
    if (!proxy?.takesPlainRequests || url.protocol !== 'http:') {
      return { dispatcher, origin: url.origin, path, headers: {} };
    }
    // A connection to a proxy serves any target, so each target is checked.
    await assertAllowedByName(this.guard, url.hostname, portOf(url));
    const authorization = proxy.authorization();
    return {
      dispatcher,
      origin: RELAY,
      path: url.origin + path,
      headers: { host: url.host, ...(authorization !== undefined && { 'proxy-authorization': authorization }) },
    };
  }

  async dial(url: URL, options: ConnectionOptions): Promise<Socket> {
    const port = portOf(url);
    const { protocol, hostname, host } = url;
    const connect = this.connectorTo(port, options);
    const socket = await new Promise<Socket>((resolve, reject) => {
      connect({ protocol, hostname, host, port: String(port) }, (error, made) =>
        made ? resolve(made) : reject(error),
      );
    });
    const { signal } = this.closing;
    const end = (): void => void socket.destroy(signal.reason);
    if (signal.aborted) end();
    signal.addEventListener('abort', end, { once: true });
    socket.once('close', () => signal.removeEventListener('abort', end));
    return socket;
  }

  async close(): Promise<void> {
    this.closing.abort(Object.assign(new Error('The client was closed'), { code: 'UND_ERR_DESTROYED' }));
    const all = [this.direct, ...this.behind.values()].flatMap((agents) => [...agents.values()]);
    await Promise.all(all.map((agent) => agent.destroy()));
  }

  private agentFor(options: ConnectionOptions): Agent {
    const { proxy } = options;
    const agents = proxy === undefined ? this.direct : (this.behind.get(proxy) ?? new Map<string, Agent>());
    if (proxy !== undefined) this.behind.set(proxy, agents);
    const key = `${options.skipTlsVerification} ${options.connectTimeoutMs} ${options.allowHttp2}`;
    const agent = agents.get(key) ?? this.open(options);
    agents.set(key, agent);
    return agent;
  }

  private open(options: ConnectionOptions): Agent {
    return new Agent({
      factory: (origin, shared) =>
        new Pool(origin, { ...shared, connect: this.connectorTo(portOf(new URL(origin)), options) }),
      allowH2: options.allowHttp2,
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: this.silenceMs,
      bodyTimeout: this.silenceMs,
      keepAliveMaxTimeout: 30_000,
    });
  }

  /** The only place where this client opens sockets, so no request bypasses the guard. */
  private connectorTo(port: number, options: ConnectionOptions): buildConnector.connector {
    const { skipTlsVerification, connectTimeoutMs, allowHttp2, proxy } = options;
    const connector = buildConnector({
      lookup: guardedLookup(this.guard, port),
      rejectUnauthorized: !skipTlsVerification,
      ...(this.secureContext !== undefined && { secureContext: this.secureContext }),
      timeout: connectTimeoutMs,
      allowH2: allowHttp2,
    });
    return proxy === undefined ? this.straight(connector, port) : this.through(proxy, connector, connectTimeoutMs);
  }

  private straight(connector: buildConnector.connector, port: number): buildConnector.connector {
    return (target, callback) => {
      assertLiteralAllowed(this.guard, target.hostname, port).then(
        () => connector(target, callback),
        (error: Error) => callback(error, null),
      );
    };
  }

  private through(
    proxy: UpstreamProxy,
    secure: buildConnector.connector,
    connectTimeoutMs: number,
  ): buildConnector.connector {
    const { guard, secureContext } = this;
    const dial = { connectTimeoutMs, guard, secureContext, signal: this.closing.signal };
    return (target, callback) => {
      const isSecure = target.protocol === 'https:';
      const opening = async () => {
        if (!isSecure && proxy.takesPlainRequests) return await dialProxy(proxy, dial);
        const host = target.hostname.replace(/^\[(.*)\]$/, '$1');
        const port = Number(target.port) || (isSecure ? 443 : 80);
        await assertAllowedByName(this.guard, host, port);
        return await tunnelThrough(proxy, { host, port }, dial);
      };
      opening().then(
        (socket) => (isSecure ? secure({ ...target, httpSocket: socket }, callback) : callback(null, socket)),
        (error: Error) => callback(error, null),
      );
    };
  }
}

/** Placeholder origin for undici; `through` connects to the real target. */
const RELAY = 'http://proxy.invalid';
