import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface SilentProxy {
  /** The target's URL with the proxy's address. */
  url: string;
  /** Open connections remain open and forward nothing from now on; new ones work. */
  silenceOpen(): void;
  /** All connections, including new ones, remain open and forward nothing until `carryNew`. */
  silenceAll(): void;
  /** New connections work, to another target if one is given; silent ones remain silent. */
  carryNew(target?: string): void;
  /** Connections accepted so far. */
  readonly accepted: number;
  close(): Promise<void>;
}

/** A TCP proxy that can become silent without closing connections, like the network of a lost machine. */
export async function startSilentProxy(target: string): Promise<SilentProxy> {
  const url = new URL(target);
  let goal = new URL(target);
  const sockets = new Set<Socket>();
  let accepted = 0;
  let isSilent = false;
  const silence = () => {
    for (const socket of sockets) socket.unpipe().pause();
  };
  const server = createServer((near) => {
    accepted += 1;
    const far = connect(Number(goal.port), goal.hostname);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
    if (isSilent) return silence();
    near.pipe(far).pipe(near);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    silenceOpen: silence,
    silenceAll: () => {
      isSilent = true;
      silence();
    },
    carryNew: (next = target) => {
      goal = new URL(next);
      isSilent = false;
    },
    get accepted() {
      return accepted;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
