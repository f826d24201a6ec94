import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { closeServer } from '../fixture-site/start-fixture-site';
import type { HostilePage } from './hostile-page';

export interface HostileSite {
  /** `http://127.0.0.1:port` */
  origin: string;
  urlOf(page: Pick<HostilePage, 'name'>): string;
  /** Names of the requested pages. */
  served: ReadonlySet<string>;
  close(): Promise<void>;
}

export interface HostileSiteOptions {
  pages: readonly HostilePage[];
  /** The origin that must not be reached. */
  secret: string;
}

/** Serves every page under its name. Endless responses end when the client disconnects or the site closes. */
export async function startHostileSite({ pages, secret }: HostileSiteOptions): Promise<HostileSite> {
  const byName = new Map(pages.map((page) => [page.name, page]));
  const find = (request: IncomingMessage) => {
    const [, name = '', below = '', query = ''] = /^\/([^/?]*)([^?]*)\??(.*)$/s.exec(request.url ?? '') ?? [];
    return { page: byName.get(name), below, query: new URLSearchParams(query) };
  };
  const served = new Set<string>();
  const server: Server = createServer((request, response) => {
    const { page, below, query } = find(request);
    const gone = new AbortController();
    // Pages that write to the socket do not end their response.
    const { socket } = response;
    const end = (): void => gone.abort();
    socket?.once('close', end);
    response.once('close', () => {
      end();
      socket?.off('close', end);
    });
    if (page === undefined) {
      response.writeHead(404).end();
      return;
    }
    served.add(page.name);
    page.serve({ request, response, origin: originOf(server), secret, below, query, gone: gone.signal });
  });
  server.on('upgrade', (request, socket) => {
    const { page } = find(request);
    const gone = new AbortController();
    socket.once('close', () => gone.abort());
    if (page?.talk === undefined) socket.destroy();
    else page.talk(socket, request, gone.signal);
  });
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket)));
  });
  server.on('clientError', (_, socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = originOf(server);
  return {
    origin,
    served,
    urlOf: ({ name }) => `${origin}/${name}`,
    close: async () => {
      // Upgraded sockets no longer belong to the server.
      for (const socket of sockets) socket.destroy();
      await closeServer(server);
    },
  };
}

const originOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
