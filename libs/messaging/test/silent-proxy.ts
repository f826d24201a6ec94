import { connect, createServer, type Socket } from 'node:net';
import { listenOnFreshPort } from '@orbweaver/testing';

export interface SilentProxy {
  port: number;
  /** Where new connections lead. */
  forwardTo(port: number): void;
  /** From now on passes nothing on; connections stay open. @param accepts `silently`: new ones stay open as well */
  fallSilent(accepts: 'silently' | 'and-forwards'): void;
  /** New connections are forwarded; those that fell silent stay so. */
  recover(): void;
  close(): Promise<void>;
}

/** A TCP proxy whose connections stop to carry bytes without being closed, as after a failover or a firewall's timeout. */
export async function startSilentProxy(): Promise<SilentProxy> {
  let target = 0;
  let isForwarding = true;
  let generation = 0;
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => sockets.delete(socket));
  };
  const server = createServer({ allowHalfOpen: true }, (client) => {
    keep(client);
    if (!isForwarding) return void client.resume();
    const own = generation;
    const upstream = connect(target, '127.0.0.1');
    keep(upstream);
    const pass = (from: Socket, to: Socket) => {
      from.on('data', (chunk) => own === generation && to.write(chunk));
      from.once('end', () => own === generation && to.end());
      from.once('close', () => own === generation && to.destroy());
    };
    pass(client, upstream);
    pass(upstream, client);
  });
  const port = await listenOnFreshPort(server);
  return {
    port,
    forwardTo(to) {
      target = to;
    },
    fallSilent(accepts) {
      generation += 1;
      isForwarding = accepts === 'and-forwards';
    },
    recover() {
      isForwarding = true;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
