import { once } from 'node:events';
import net, { type Socket } from 'node:net';
import { type LocalServer, serveRaw } from './local-server';

/**
 * A SOCKS5 proxy with a password that connects every target to 127.0.0.1. Rejects if `reply` is not 0 (RFC 1928, 6).
 */
export async function serveSocks(password: string, targets: string[], reply = 0): Promise<LocalServer> {
  return await serveRaw((client) => {
    talk(client, password, targets, reply).catch(() => client.destroy());
  });
}

async function talk(client: Socket, password: string, targets: string[], reply: number): Promise<void> {
  const next = async () => (await once(client, 'data'))[0] as Buffer;
  await next();
  client.write(Buffer.from([5, 2]));
  const login = await next();
  const given = login.subarray(3 + login[1]!).toString();
  client.write(Buffer.from([1, given === password ? 0 : 1]));
  if (given !== password) return;
  const request = await next();
  const { host, port } = targetOf(request);
  targets.push(`${host}:${port}`);
  client.write(Buffer.from([5, reply, 0, 1, 0, 0, 0, 0, 0, 0]));
  if (reply !== 0) return;
  const server = net.connect(port, '127.0.0.1');
  server.on('error', () => client.destroy()).once('close', () => client.destroy());
  client.once('close', () => server.destroy());
  client.pipe(server).pipe(client);
}

/** A name (address type 3) or an IPv4 address (type 1). */
function targetOf(request: Buffer): { host: string; port: number } {
  const isName = request[3] === 3;
  const start = isName ? 5 : 4;
  const end = start + (isName ? request[4]! : 4);
  const bytes = request.subarray(start, end);
  return { host: isName ? bytes.toString() : [...bytes].join('.'), port: request.readUInt16BE(end) };
}
