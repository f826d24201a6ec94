import type { AddressInfo, Server } from 'node:net';

/** Below the range of ephemeral ports. */
const FIRST_PORT = 10_000;
const PORTS = 22_000;
const MS_PER_PORT = 100;

let last = 0;

/**
 * Listens on a port that was unused for half an hour and returns it. Services cache robots.txt by origin for an hour,
 * so a reused port would get the rules of an earlier site.
 */
export async function listenOnFreshPort(server: Server, address = '127.0.0.1'): Promise<number> {
  for (;;) {
    // Derived from the clock, because test files share no memory.
    last = Math.max(last + 1, Math.floor(Date.now() / MS_PER_PORT));
    if (await listens(server, FIRST_PORT + (last % PORTS), address)) return (server.address() as AddressInfo).port;
  }
}

/** Returns false if the port is in use. */
function listens(server: Server, port: number, address: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const onError = (error: NodeJS.ErrnoException): void => {
      server.off('listening', onListening);
      if (error.code === 'EADDRINUSE') resolve(false);
      else reject(error);
    };
    const onListening = (): void => {
      server.off('error', onError);
      resolve(true);
    };
    server.once('error', onError);
    server.once('listening', onListening);
    server.listen(port, address);
  });
}
