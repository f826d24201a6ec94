import http from 'node:http';
import https from 'node:https';
import net, { type AddressInfo, type Socket } from 'node:net';
import type { Certificate } from './fixture-site/self-signed-certificate';

/** A fault for all requests: a status, no answer, or a closed connection. */
type ProxyFault = number | 'silent' | 'close';

export interface ProxyServerOptions {
  /** Required of every request; otherwise the proxy answers 407. */
  credential?: { username: string; password: string };
  /** Serves the proxy over TLS. */
  certificate?: Certificate;
  /** The loopback address that sites see. Default 127.0.0.1. */
  seenAs?: string;
  /** Names that only the proxy resolves, all to 127.0.0.1. */
  names?: readonly string[];
}

/** A forward proxy for tests, with absolute-form requests and CONNECT. */
export interface ProxyServer {
  /** With the credential, for PROXY_BASIC. */
  url: string;
  /** In order of arrival, including rejected ones. */
  requests: { form: 'plain' | 'tunnel'; target: string; authorization: string | undefined }[];
  /** undefined: no fault. */
  fail(fault: ProxyFault | undefined): void;
  close(): Promise<void>;
}

export async function startProxyServer(options: ProxyServerOptions = {}): Promise<ProxyServer> {
  const { credential, certificate, seenAs = '127.0.0.1', names = [] } = options;
  const requests: ProxyServer['requests'] = [];
  let fault: ProxyFault | undefined;
  const login = credential && `${encodeURIComponent(credential.username)}:${encodeURIComponent(credential.password)}@`;
  const expected =
    credential && `Basic ${Buffer.from(`${credential.username}:${credential.password}`).toString('base64')}`;

  const place = (hostname: string) => (names.includes(hostname) ? '127.0.0.1' : hostname.replace(/^\[(.*)\]$/, '$1'));
  const note = (form: 'plain' | 'tunnel', request: http.IncomingMessage) => {
    const authorization = request.headers['proxy-authorization'];
    requests.push({ form, target: request.url ?? '', authorization });
    return expected === undefined || authorization === expected ? fault : 407;
  };

  const server = certificate === undefined ? http.createServer() : https.createServer(certificate);
  server.on('request', (request: http.IncomingMessage, response: http.ServerResponse) => {
    const wrong = note('plain', request);
    if (wrong === 'silent') return;
    if (wrong === 'close') return void request.socket.destroy();
    if (wrong !== undefined) return void response.writeHead(wrong).end('the proxy itself');
    const { hostname, port, pathname, search } = new URL(request.url ?? '');
    const { 'proxy-authorization': _, 'proxy-connection': __, ...headers } = request.headers;
    const onward = http.request(
      { host: place(hostname), port, path: pathname + search, method: request.method, headers, localAddress: seenAs },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.once('error', () => response.destroy()).pipe(response);
      },
    );
    onward.once('error', () => (response.headersSent ? response.destroy() : response.writeHead(502).end()));
    response.once('close', () => onward.destroy());
    request.pipe(onward);
  });
  server.on('connect', (request: http.IncomingMessage, client: Socket, head: Buffer) => {
    const wrong = note('tunnel', request);
    if (wrong === 'silent') return;
    if (wrong === 'close') return void client.destroy();
    const refuse = (status: number) => void client.end(`HTTP/1.1 ${status} No\r\nContent-Length: 0\r\n\r\n`);
    if (wrong !== undefined) return refuse(wrong);
    const { hostname, port } = new URL(`tcp://${request.url}`);
    const onward = net.connect({ host: place(hostname), port: Number(port), localAddress: seenAs });
    let isOpen = false;
    onward.on('error', () => (isOpen ? client.destroy() : refuse(502)));
    onward.once('connect', () => {
      isOpen = true;
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      onward.write(head);
      client.pipe(onward).pipe(client);
      onward.once('close', () => client.destroy());
    });
    client.once('close', () => onward.destroy());
  });
  const closeSockets = keepSockets(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `${certificate === undefined ? 'http' : 'https'}://${login ?? ''}127.0.0.1:${port}`,
    requests,
    fail: (next) => {
      fault = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        closeSockets();
      }),
  };
}

/** Tunnels are detached from the HTTP server, so their sockets are tracked to be closed. */
function keepSockets(server: net.Server): () => void {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  });
  return () => {
    for (const socket of sockets) socket.destroy();
  };
}
