import { type Database, openDatabase } from '@orbweaver/persistence';
import { type SilentProxy, startSilentProxy, startTestDatabase, type TestDatabase, until } from '@orbweaver/testing';
import { pino } from 'pino';
import { watchDatabase } from './database-health';
import { HealthChecks } from './health';

describe('watchDatabase', () => {
  let postgres: TestDatabase;
  let proxy: SilentProxy;
  let database: Database;
  beforeEach(async () => {
    postgres = await startTestDatabase();
    proxy = await startSilentProxy(postgres.url);
    database = openDatabase({ url: proxy.url, poolSize: 2 });
  });
  afterEach(async () => {
    await proxy.close();
    await database.$disconnect();
    await postgres.close();
  });

  it.each<[string, () => void, string]>([
    ['open connections are silent', () => proxy.silenceOpen(), 'Postgres does not respond'],
    ['new connections are silent too', () => proxy.silenceAll(), 'Postgres does not respond'],
  ])(
    'reports not ready within seconds while %s, and recovers with new connections',
    async (_, silence, reason) => {
      const health = new HealthChecks();
      const watch = watchDatabase(database, health, pino({ level: 'silent' }), new AbortController().signal, 50);
      const end = await watch;
      try {
        const ready = (healthy: boolean, withinMs?: number) =>
          until(`healthy: ${healthy}`, () => health.ready().database?.healthy === healthy, withinMs);
        await ready(true);
        silence();
        await ready(false, 5_000);
        expect(health.ready().database).toEqual({ healthy: false, reason });
        proxy.carryNew();
        await ready(true, 30_000);
      } finally {
        await end();
      }
    },
    60_000,
  );

  it('reports not ready with the reason while all connections are in use', async () => {
    const health = new HealthChecks();
    const logger = pino({ level: 'silent' });
    const end = await watchDatabase(database, health, logger, new AbortController().signal, 50);
    const sleeping = [1, 2].map(() => database.$queryRaw`SELECT 1 FROM pg_sleep(6)`);
    try {
      await until('the reason', () => health.ready().database?.reason === 'All 2 database connections are in use');
    } finally {
      await Promise.all(sleeping);
      await end();
    }
  });

  it('waits for the migrations of this build until the process stops', async () => {
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
