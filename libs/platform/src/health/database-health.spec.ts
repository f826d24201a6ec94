import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { type Database, openDatabase } from '@orbweaver/persistence';
import { startTestDatabase, type TestDatabase, until } from '@orbweaver/testing';
import { pino } from 'pino';
import { watchDatabase } from './database-health';
import { HealthChecks } from './health';

/** A way to Postgres that can fall silent, as the network does when a machine vanishes. */
async function startWay(target: URL) {
  const sockets: Socket[] = [];
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    sockets.push(near, far);
    for (const socket of [near, far]) socket.on('error', () => socket.destroy());
    near.pipe(far).pipe(near);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = new URL(target);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    fallSilent: () => {
      for (const socket of sockets) socket.pause().unpipe();
    },
    speakAgain: () => {
      for (const socket of sockets.splice(0)) socket.destroy();
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

describe('watchDatabase', () => {
  let postgres: TestDatabase;
  let way: Awaited<ReturnType<typeof startWay>>;
  let database: Database;
  beforeEach(async () => {
    postgres = await startTestDatabase();
    way = await startWay(new URL(postgres.url));
    database = openDatabase({ url: way.url, poolSize: 2 });
  });
  afterEach(async () => {
    await way.close();
    await database.$disconnect();
    await postgres.close();
  });

  it('is unready while Postgres does not answer, be it that it says nothing at all', async () => {
    const health = new HealthChecks();
    const watch = watchDatabase(database, health, pino({ level: 'silent' }), new AbortController().signal, 50);
    const end = await watch;
    try {
      const heard = (healthy: boolean) =>
        until(`healthy: ${healthy}`, () => health.ready().database?.healthy === healthy);
      await heard(true);
      way.fallSilent();
      await heard(false);
      expect(health.ready().database).toEqual({ healthy: false, reason: 'Postgres does not answer in time' });
      way.speakAgain();
      await heard(true);
    } finally {
      await end();
    }
  });

  it('waits for the migrations of this build, and gives up waiting when the process is to stop', async () => {
    const stopping = new AbortController();
    await postgres.database.$executeRaw`DELETE FROM _prisma_migrations`;
    const lines: string[] = [];
    const log = pino({ messageKey: 'event' }, { write: (line) => void lines.push(line) });
    const watch = watchDatabase(database, new HealthChecks(), log, stopping.signal);
    await until('a line in the log', () => lines.length > 0);
    expect(lines.join()).toMatch(/migration \S+ is not applied \(orbweaver migrate\)/);
    stopping.abort();
    await expect(watch).rejects.toMatchObject({ name: 'AbortError' });
  });
});
