import http from 'node:http';
import http2 from 'node:http2';
import https from 'node:https';
import net, { type AddressInfo } from 'node:net';
import { selfSigned } from './self-signed';

export interface LocalServer extends AsyncDisposable {
  port: number;
  url: string;
  connections: number;
}

export async function serveHttp(listener: http.RequestListener): Promise<LocalServer> {
  return await listen(http.createServer(listener), 'http');
}

export async function serveHttps(listener: http.RequestListener): Promise<LocalServer> {
  return await listen(https.createServer(selfSigned, listener), 'https');
}

export async function serveHttp2(
  listener: (request: http2.Http2ServerRequest, response: http2.Http2ServerResponse) => void,
): Promise<LocalServer> {
  return await listen(http2.createSecureServer(selfSigned, listener), 'https');
}

/** For responses that no HTTP library can write. */
export async function serveRaw(onConnection: (socket: net.Socket) => void): Promise<LocalServer> {
  return await listen(net.createServer(onConnection), 'http');
}

async function listen(server: net.Server, scheme: string): Promise<LocalServer> {
  const sockets = new Set<net.Socket>();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const local: LocalServer = {
    port,
    url: `${scheme}://127.0.0.1:${port}`,
    connections: 0,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  server.on('connection', (socket: net.Socket) => {
    local.connections += 1;
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  });
  return local;
}
