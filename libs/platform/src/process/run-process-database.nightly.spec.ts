import { startEmbeddedPostgres } from '@orbweaver/persistence';
import { until } from '@orbweaver/testing';
import { type CuttingWay, startCuttingWay } from '../../test/cutting-way';
import {
  ALL_SERVICES,
  isRunning,
  newDir,
  processHarness,
  STARTS_WITHIN_MS,
  startProcess,
} from '../../test/process-harness';
import type { ServiceName } from '../service';

const harness = processHarness();

const KEY = 'a-key-for-this-test';

describe('runProcess during a database outage', () => {
  let way: CuttingWay;
  beforeEach(async () => {
    way = await startCuttingWay(harness.postgres.url);
    await harness.postgres.database.$executeRaw`TRUNCATE teams CASCADE`;
  });
  afterEach(() => way.close());

  const endSessions = () => harness.postgres.database.$queryRaw`
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name = 'cut'`;

  const cutUrl = () => `${way.url}?application_name=cut`;

  const alone = { KAFKA_BROKERS: '127.0.0.1:1' };

  const schemaCheck = 'SELECT EXISTS (SELECT 1 FROM _prisma_migrations';
  const firstKey = [
    'INSERT INTO teams',
    'INSERT INTO audit_entries',
    'INSERT INTO api_keys',
    'COMMIT',
    '"public"."api_keys"."hash" = ',
  ];
  const migrations = ['pg_try_advisory_lock', 'CREATE TABLE IF NOT EXISTS _prisma_migrations', 'SELECT migration_name'];

  it.each<[services: ServiceName[], statements: string[]]>([
    [ALL_SERVICES, [...migrations, schemaCheck, ...firstKey]],
    [['gateway'], [schemaCheck, ...firstKey]],
    [['frontier'], [schemaCheck]],
    [['results'], [schemaCheck]],
  ])('starts %j although its sessions are terminated in each of its first statements', async (services, statements) => {
    way.cutBefore(statements, endSessions);
    const running = startProcess(
      { services },
      { DATABASE_URL: cutUrl(), BOOTSTRAP_API_KEY: KEY, ...(services === ALL_SERVICES ? {} : alone) },
    );
    const address = await running.ready();
    expect(way.left()).toEqual([]);
    expect((await fetch(`${address}/health/ready`)).status).toBe(200);
    expect(running.output.out).toContain('"event":"waiting-for-database"');
    running.child.kill('SIGTERM');
    expect(await running.ended).toMatchObject({ status: 0 });
  });

  it('waits for a server that was stopped and restarts', async () => {
    const dir = newDir();
    let server = await startEmbeddedPostgres({ dir });
    way.lead(server.url);
    way.cutBefore(['INSERT INTO teams'], async () => {
      process.kill(server.pid, 'SIGQUIT');
      await until('the end', () => !isRunning(server.pid));
    });
    const url = new URL(server.url);
    url.port = new URL(way.url).port;
    const running = startProcess({ services: ALL_SERVICES }, { DATABASE_URL: url.href, BOOTSTRAP_API_KEY: KEY });
    await until('a wait', () => running.output.out.includes('"event":"waiting-for-database"'), STARTS_WITHIN_MS);
    await server.stop();
    server = await startEmbeddedPostgres({ dir });
    way.lead(server.url);
    await running.ready();
    running.child.kill('SIGTERM');
    await running.ended;
    await server.stop();
  });

  it('exits on a signal while it waits', async () => {
    way.cutBefore(['INSERT INTO teams'], async () => {
      await endSessions();
      way.lead('postgresql://127.0.0.1:1/none');
    });
    const running = startProcess({ services: ALL_SERVICES }, { DATABASE_URL: cutUrl(), BOOTSTRAP_API_KEY: KEY });
    await until('a wait', () => running.output.out.includes('"event":"waiting-for-database"'), STARTS_WITHIN_MS);
    running.child.kill('SIGTERM');
    expect(await running.ended).toMatchObject({ status: 0 });
  });
});
