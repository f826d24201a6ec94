import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface SilentProxy {
  /** The target's URL with the proxy's address. */
  url: string;
  /** Open connections stay open and carry nothing from now on; new ones work. */
  silenceOpen(): void;
  /** All connections stay open and carry nothing, new ones as well, until `carryNew`. */
  silenceAll(): void;
  /** New connections work, to another target if one is given; silent ones remain silent. */
  carryNew(target?: string): void;
  /** Connections accepted so far. */
  readonly accepted: number;
  close(): Promise<void>;
}

/** A TCP proxy that can fall silent without closing, as a network does when a machine vanishes. */
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
