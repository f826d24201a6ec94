import { once } from 'node:events';
import { type Database, openDatabase } from '@orbweaver/persistence';
import { type SilentProxy, startSilentProxy } from '@orbweaver/testing';
import { keyWith } from '../../test/admin-calls';
import { startCrawl } from '../../test/job-calls';
import { type CallOptions, startGateway, type TestGateway } from '../../test/start-gateway';
import { untilTrue } from '../../test/until-true';
import { watch } from '../../test/watch';

const POOL_SIZE = 4;

let gateway: TestGateway;
let proxy: SilentProxy;
let jobId: string;
let adminKey: string;

beforeAll(async () => {
  gateway = await startGateway({}, undefined, async (url) => {
    proxy = await startSilentProxy(url);
    return openDatabase({ url: proxy.url, poolSize: POOL_SIZE, statementTimeoutMs: 300 });
  });
  jobId = await startCrawl(gateway);
  adminKey = await keyWith(gateway, ['admin']);
});
afterAll(async () => {
  await gateway.close();
  await proxy.close();
});

const WRITES: [string, () => [string, CallOptions]][] = [
  ['a scrape', () => ['/v2/scrape', { body: { url: 'https://example.com' } }]],
  ['a crawl', () => ['/v2/crawl', { body: { url: 'https://example.com' } }]],
  ['a batch', () => ['/v1/batch/scrape', { body: { urls: ['https://example.com'] } }]],
  ['a cancellation', () => [`/v2/crawl/${jobId}`, { method: 'DELETE' }]],
];
const READS: [string, () => [string, CallOptions]][] = [
  ['a status', () => [`/v2/crawl/${jobId}`, {}]],
  ['an event stream', () => [`/v2/crawl/${jobId}/events`, {}]],
  ['an export', () => [`/v2/crawl/${jobId}/export`, {}]],
  ['a list of errors', () => [`/v1/crawl/${jobId}/errors`, {}]],
  ['a list of the admin API', () => ['/admin/v1/jobs', { key: adminKey }]],
  ['the credits', () => ['/v2/team/credit-usage', {}]],
];

interface Outage {
  begin(): Promise<unknown>;
  end(): Promise<unknown>;
  calls: [string, () => [string, CallOptions]][];
}

/** Inserts and updates of jobs fail with this SQLSTATE. */
const failing = (code: string): Outage => ({
  begin: async () => {
    await gateway.database.$executeRawUnsafe(
      `CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN RAISE 'could not extend file' USING ERRCODE = '${code}'; END $$`,
    );
    await gateway.database.$executeRaw`
      CREATE TRIGGER fail BEFORE INSERT OR UPDATE ON jobs FOR EACH ROW EXECUTE FUNCTION fail()`;
  },
  end: () => gateway.database.$executeRaw`DROP FUNCTION fail CASCADE`,
  calls: WRITES,
});

const endSessions = (database: Database) => database.$queryRaw`
  SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`;

const setReadOnly = async (value: 'on' | 'off') => {
  const { database } = gateway;
  await database.$transaction(async (transaction) => {
    await transaction.$executeRaw`SET TRANSACTION READ WRITE`;
    await transaction.$queryRaw`
      SELECT set_config('orbweaver.read_only', ${value}, true)`;
    await transaction.$executeRaw`
      DO $$ BEGIN
        EXECUTE format('ALTER DATABASE %I SET default_transaction_read_only = %s',
          current_database(), current_setting('orbweaver.read_only'));
      END $$`;
  });
  await endSessions(database);
};

async function refuseConnections() {
  proxy.carryNew('postgresql://127.0.0.1:1');
  await endSessions(gateway.database);
}

const OUTAGES: [string, Outage][] = [
  ['the disk of Postgres is full', failing('53100')],
  ['Postgres is out of memory', failing('53200')],
  ['Postgres cannot write its files', failing('58030')],
  ['Postgres is read-only', { begin: () => setReadOnly('on'), end: () => setReadOnly('off'), calls: WRITES }],
  [
    'open connections to Postgres are silent',
    { begin: async () => proxy.silenceAll(), end: async () => proxy.carryNew(), calls: [...READS, ...WRITES] },
  ],
  [
    'Postgres refuses connections',
    { begin: refuseConnections, end: async () => proxy.carryNew(), calls: [...READS, ...WRITES] },
  ],
];

describe.each(OUTAGES)('while %s', (_, outage) => {
  beforeAll(() => outage.begin());
  afterAll(async () => {
    await outage.end();
    await untilTrue(
      async () => (await gateway.call('/v2/crawl', { body: { url: 'https://example.com' } })).status === 200,
    );
  }, 60_000);

  it('returns 503 with Retry-After', async () => {
    const answers = await Promise.all(
      outage.calls.map(async ([name, call]) => {
        const { status, headers, body } = await gateway.call(...call());
        return [name, { status, retryAfter: headers.get('retry-after'), body }];
      }),
    );
    const body = {
      success: false,
      code: 'STORE_UNAVAILABLE',
      error: 'The database or the object store of the service is unavailable. Retry later.',
    };
    expect(answers).toEqual(outage.calls.map(([name]) => [name, { status: 503, retryAfter: '10', body }]));
  }, 30_000);
});

it('rejects a WebSocket with 503 when its key cannot be checked', async () => {
  await refuseConnections();
  try {
    const { socket } = watch(gateway, `/v2/crawl/${jobId}`, { key: 'not-seen-before-0123456789' });
    const [, response] = await once(socket, 'unexpected-response');
    expect(response.statusCode).toBe(503);
    expect(response.headers['retry-after']).toBe('10');
    response.destroy();
  } finally {
    proxy.carryNew();
  }
});

it('closes a WebSocket with code 1013 (try again later) when its job cannot be read', async () => {
  const { socket, closed } = watch(gateway, `/v2/crawl/${jobId}`, { key: gateway.key });
  await once(socket, 'open');
  proxy.silenceAll();
  try {
    expect(await closed).toMatchObject({ code: 1013, reason: expect.stringContaining('unavailable') });
  } finally {
    proxy.carryNew();
  }
}, 60_000);
