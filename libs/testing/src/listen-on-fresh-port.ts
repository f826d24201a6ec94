import type { AddressInfo, Server } from 'node:net';

/** Below the ports from which systems take those of outgoing connections. */
const FIRST_PORT = 10_000;
const PORTS = 22_000;
const MS_PER_PORT = 100;

let last = 0;

/**
 * Listens where no server of the last half hour has listened, and answers the port. A service keeps robots.txt by
 * origin for an hour: a site on the port of an earlier one, as the system gives it by chance, would be taken for that.
 */
export async function listenOnFreshPort(server: Server, address = '127.0.0.1'): Promise<number> {
  for (;;) {
    // By the clock, because test files share no memory.
    last = Math.max(last + 1, Math.floor(Date.now() / MS_PER_PORT));
    if (await listens(server, FIRST_PORT + (last % PORTS), address)) return (server.address() as AddressInfo).port;
  }
}

/** Answers false for a port that is taken. */
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
