import { createSocket } from 'node:dgram';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** An address that records every connection. */
export interface Tripwire {
  /** `http://address:port` */
  origin: string;
  port: number;
  /**
   * One per connection or datagram: the request line without its version (`GET /path`), or `tcp` or `udp` without data.
   */
  visits: readonly string[];
  close(): Promise<void>;
}

/** The text of every answer from `address`; shows leaks in documents. */
export const tripwireText = (address: string): string => `Words that stand at ${address} only`;

/** Listens for TCP and UDP on the same port and answers every request. `wantedPort` 0: any. */
export async function startTripwire(address: string, wantedPort = 0): Promise<Tripwire> {
  const visits: string[] = [];
  const text = tripwireText(address);
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const visit = visits.push('tcp') - 1;
    sockets.add(socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket)));
    socket.once('data', (bytes) => {
      visits[visit] = /^[A-Z]+ \S+/.exec(bytes.toString('latin1'))?.[0] ?? 'tcp';
      socket.end(
        `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nAccess-Control-Allow-Origin: *\r\nConnection: close\r\nContent-Length: ${text.length}\r\n\r\n${text}`,
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(wantedPort, address, resolve));
  const { port } = server.address() as AddressInfo;
  const datagrams = createSocket('udp4', () => visits.push('udp'));
  await new Promise<void>((resolve) => datagrams.bind(port, address, resolve));
  return {
    origin: `http://${address}:${port}`,
    port,
    visits,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await Promise.all([closed, new Promise<void>((resolve) => datagrams.close(resolve))]);
    },
  };
}
