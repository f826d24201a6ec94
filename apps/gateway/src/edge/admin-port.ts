import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { boundServer, CONFIG, type EventLog, LOG, refuseToListen } from '@orbweaver/platform';
import type { Express, Request } from 'express';
import type { GatewayConfig } from '../gateway.config';

const ADMIN_PATH = /^\/admin(?:\/|$)/i;
/** Served on both ports: the console, and an API document for each. */
const SHARED_PATH = /^\/(?:(?:docs|console)(?:\/|$)|openapi\.json\/?$)/i;

/** Serves the admin API on ADMIN_PORT, if set, and everything else on PORT. Without ADMIN_PORT, PORT serves both. */
@Injectable()
export class AdminPort implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private server?: Server;
  private readonly sockets = new WeakSet<Socket>();

  constructor(
    @Inject(CONFIG) private readonly config: GatewayConfig,
    @Inject(LOG) private readonly log: EventLog,
    private readonly http: HttpAdapterHost,
  ) {}

  /** Undefined without ADMIN_PORT. */
  get listensOn(): number | undefined {
    return (this.server?.address() as AddressInfo | null | undefined)?.port;
  }

  isOn(request: Request): boolean {
    return this.sockets.has(request.socket);
  }

  /** The APIs that the port of a request serves. */
  serves(request: Request): { team: boolean; admin: boolean } {
    const isApart = this.config.ADMIN_PORT !== undefined;
    return { team: !isApart || !this.isOn(request), admin: !isApart || this.isOn(request) };
  }

  belongs(request: Request): boolean {
    if (this.config.ADMIN_PORT === undefined) return true;
    // In middleware, `request.path` is relative to `baseUrl`.
    const path = request.baseUrl + request.path;
    const isAdmin = ADMIN_PATH.test(path);
    return this.isOn(request) ? isAdmin || SHARED_PATH.test(path) : !isAdmin;
  }

  /** @throws ConfigError when the port is in use */
  async onApplicationBootstrap(): Promise<void> {
    const { ADMIN_PORT: port, HOST: host } = this.config;
    if (port === undefined) return;
    const server = createServer(this.http.httpAdapter.getInstance<Express>());
    this.server = server;
    server.on('connection', (socket) => this.sockets.add(socket));
    boundServer(server, this.config, () => this.log.warn('admin-connections-refused', {}));
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, host, resolve);
    }).catch((error: unknown) => refuseToListen({ variable: 'ADMIN_PORT', port, host }, error));
    this.log.info('admin-port-open', { port: this.listensOn });
  }

  async beforeApplicationShutdown(): Promise<void> {
    const { server } = this;
    if (server === undefined) return;
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeIdleConnections();
    });
  }
}
