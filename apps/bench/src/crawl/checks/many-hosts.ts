import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { startOurs } from '../contenders/ours';
import { loadPages } from '../load-pages';
import { batchBody } from '../service-client';
import type { Check, CheckContext, Finding } from './check';

const URLS_PER_HOST = 4;
const DEAD_EVERY = 5;

/** A batch over many hosts with and without dead ones, which must not delay the others. */
export const manyHosts: Check = { name: 'many-hosts', run: measureManyHosts };

async function measureManyHosts({ source, sizes, say }: CheckContext): Promise<Finding[]> {
  const hostCount = Math.floor(sizes.manyHostsUrls / URLS_PER_HOST);
  const hosts = await serveHosts(
    loadPages(source).map(({ body }) => body),
    hostCount,
  );
  const service = await startOurs();
  try {
    const run = async (name: string, withDead: boolean) => {
      const urls: string[] = [];
      let alive = 0;
      for (let index = 0; index < hostCount * URLS_PER_HOST; index++) {
        const host = index % hostCount;
        const isDead = host % DEAD_EVERY === DEAD_EVERY - 1;
        if (isDead && !withDead) continue;
        if (!isDead) alive += 1;
        urls.push(`${isDead ? hosts.dead(host) : hosts.alive(host)}/${name}/${index}`);
      }
      const fromMs = performance.now();
      const id = await service.client.start('/v2/batch/scrape', batchBody(urls));
      await service.client.finishAtLeast(`/v2/batch/scrape/${id}`, alive);
      const rate = (1000 * alive) / (performance.now() - fromMs);
      await service.client.send('DELETE', `/v2/batch/scrape/${id}`);
      return rate;
    };
    say('many hosts: warm-up');
    await run('warm', false);
    say('many hosts, all alive');
    const without = await run('alive', false);
    say('many hosts, a fifth dead');
    const among = await run('dead', true);
    return [
      {
        what: `pages per second of a batch with a fifth of ${hostCount} hosts dead, over one without`,
        figure: among / without,
        unit: '×',
        goal: { atLeast: 0.8 },
        note: `${among.toFixed(1)} and ${without.toFixed(1)} pages per second`,
      },
    ];
  } finally {
    await service.stop();
    hosts.stop();
  }
}

interface Hosts {
  alive(host: number): string;
  /** In turn: a silent host, one that refuses connections, one that does not resolve. */
  dead(host: number): string;
  stop(): void;
}

/** Hosts are loopback addresses, so no names are needed. */
async function serveHosts(bodies: readonly Uint8Array[], count: number): Promise<Hosts> {
  let served = 0;
  const web = createHttpServer((request, response) => {
    if (request.url === '/robots.txt') return void response.writeHead(404).end();
    served += 1;
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(bodies[served % bodies.length]);
  });
  const addressOf = (host: number) => `127.1.${Math.floor(host / 250)}.${1 + (host % 250)}`;
  const servers: Server[] = [];
  const listen = async (address: string, port: number, accept: Parameters<typeof createServer>[1]) => {
    const server = createServer(accept);
    await new Promise<void>((resolve) => server.listen(port, address, resolve));
    servers.push(server);
    return (server.address() as AddressInfo).port;
  };
  const port = await listen(addressOf(0), 0, (socket) => web.emit('connection', socket));
  for (let host = 1; host < count; host++) {
    if (host % DEAD_EVERY === DEAD_EVERY - 1) continue;
    await listen(addressOf(host), port, (socket) => web.emit('connection', socket));
  }
  const silent = new Set<{ destroy(): void }>();
  for (let host = DEAD_EVERY - 1; host < count; host += 3 * DEAD_EVERY) {
    await listen(addressOf(host), port, (socket) => void silent.add(socket.on('error', () => undefined)));
  }
  return {
    alive: (host) => `http://${addressOf(host)}:${port}`,
    dead: (host) => {
      const turn = Math.floor(host / DEAD_EVERY) % 3;
      // The second address has no listener.
      return turn === 2 ? `http://dead-${host}.invalid` : `http://${addressOf(host)}:${port}`;
    },
    stop: () => {
      for (const socket of silent) socket.destroy();
      for (const server of servers) server.close();
      web.closeAllConnections();
    },
  };
}
