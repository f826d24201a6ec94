import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';

export type ServedAnswer = (request: IncomingMessage, response: ServerResponse) => void;

export interface PageServer {
  origin: string;
  requests: { url: string; headers: IncomingMessage['headers'] }[];
  connections(): number;
  /** Text is served as HTML. */
  serve(path: string, answer: string | ServedAnswer): string;
  close(): Promise<void>;
}

/** Listens on loopback and a random port; uses TLS if given a certificate. */
export async function startPageServer(
  address = '127.0.0.1',
  certificate?: { key: string; cert: string },
): Promise<PageServer> {
  const answers = new Map<string, string | ServedAnswer>();
  const requests: PageServer['requests'] = [];
  const listener: ServedAnswer = (request, response) => {
    requests.push({ url: request.url!, headers: request.headers });
    const answer = answers.get(new URL(request.url!, 'http://fixture').pathname);
    if (answer === undefined) response.writeHead(404, { 'content-type': 'text/html' }).end('<p>nothing here</p>');
    else if (typeof answer === 'string') response.writeHead(200, { 'content-type': 'text/html' }).end(answer);
    else answer(request, response);
  };
  const server: Server = certificate === undefined ? createServer(listener) : createTlsServer(certificate, listener);
  let connections = 0;
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  const origin = `${certificate === undefined ? 'http' : 'https'}://${address}:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    requests,
    connections: () => connections,
    serve(path, answer) {
      answers.set(path, answer);
      return origin + path;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
