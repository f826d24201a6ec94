import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createKafkaTransport } from '@orbweaver/messaging';
import { RENDER_SLOTS_METRIC } from '@orbweaver/platform';
import { Gauge } from 'prom-client';
import { type AdminCalls, adminCalls } from '../../test/admin-calls';
import { startGateway, type TestGateway } from '../../test/start-gateway';
import { startCrawlWithWebhook, storeEvents } from '../../test/webhook-events';

let gateway: TestGateway;
let admin: AdminCalls;

beforeAll(async () => {
  gateway = await startGateway();
  admin = await adminCalls(gateway);
});
afterAll(() => gateway.close());

const system = async () => (await admin.call('/system')).body;

describe('GET /admin/v1/system', () => {
  it('returns queues by lane with their age, hosts in back-off and pending webhook events', async () => {
    const { database, teamId } = gateway;
    const jobId = await startCrawlWithWebhook(gateway);
    await storeEvents(gateway, jobId, [{ state: 'pending', isFirst: true }]);
    const ago = new Date(Date.now() - 60_000);
    const work = { queued: 12, leased: 3, nextLeaseAt: ago, lastLeasedAt: ago };
    await database.frontierJob.create({ data: { id: jobId, teamId, kind: 'crawl', ...work } });
    const until = new Date(Date.now() + 3_600_000);
    await database.frontierHost.create({ data: { host: 'slow.example', nextFetchAt: until } });
    const found = await system();
    expect(found).toMatchObject({
      success: true,
      process: { version: expect.stringMatching(/^\d+\.\d+\.\d+/), node: process.version },
      runningJobs: { batches: 0, crawls: 1 },
      queue: [
        { lane: 'bulk', waiting: 12, leased: 3 },
        { lane: 'interactive', waiting: 0, leased: 0 },
      ],
      webhooks: { pending: 1 },
      deferredHosts: [{ host: 'slow.example', until: until.toISOString() }],
    });
    expect(found.queue[0].oldestSeconds).toBeGreaterThan(50);
  });

  it('lists render slots and consumer groups as unavailable in a process without a renderer and Kafka', async () => {
    const { slots, groups, unknown, process: own } = await system();
    expect([slots, groups, own.services]).toEqual([null, null, ['gateway']]);
    expect(unknown).toEqual([
      expect.stringMatching(/^Render slots: this process has no renderer/),
      expect.stringMatching(/^Consumer groups and lag: there is no Kafka/),
    ]);
  });

  it('returns the render slots of a renderer in the same process', async () => {
    const gauge = new Gauge({
      name: RENDER_SLOTS_METRIC,
      help: 'Render slots.',
      labelNames: ['resource', 'state'],
      registers: [gateway.metrics],
    });
    for (const [state, count] of Object.entries({ capacity: 8, used: 3, waiting: 2, lent: 1 })) {
      gauge.set({ resource: 'browser', state }, count);
    }
    expect((await system()).slots).toEqual([{ resource: 'browser', capacity: 8, used: 3, waiting: 2 }]);
  });
});

describe('GET /admin/v1/system of a process with all services and a silent Kafka', () => {
  it('returns the services of the process, and consumer groups as unavailable after 3 s', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    const sockets: Socket[] = [];
    silent.on('connection', (socket) => sockets.push(socket.on('error', () => undefined)));
    await once(silent, 'listening');
    const brokers = [`127.0.0.1:${(silent.address() as AddressInfo).port}`];
    const transport = createKafkaTransport({ brokers, clientId: 'test', maxSilenceMs: 5000 });
    const services = ['gateway', 'frontier', 'renderer', 'results'] as const;
    const other = await startGateway({}, undefined, undefined, { broker: transport.brokerOperations, services });
    const { call } = await adminCalls(other);
    const startedAt = performance.now();
    const answers = await Promise.all([call('/system'), call('/system')]);
    expect(performance.now() - startedAt).toBeLessThan(10_000);
    for (const { body } of answers) {
      expect(body.process.services).toEqual(services);
      expect(body.groups).toBeNull();
      expect(body.unknown).toContain('Consumer groups and lag: Kafka did not respond within 3 s.');
    }
    await other.close();
    silent.close();
    for (const socket of sockets) socket.destroy();
  });
});

describe('dead letters without Kafka', () => {
  it('are listed as unavailable, and a replay returns 404', async () => {
    expect((await admin.call('/dead-letters')).body).toEqual({
      success: true,
      deadLetters: null,
      hasMore: false,
      unavailable: expect.stringMatching(/^There is no Kafka, so there are no dead letters/),
    });
    const replay = (offset: string) => admin.call('/dead-letters/replay', { body: { offset } });
    expect(await replay('12')).toMatchObject({ status: 404, body: { error: expect.stringMatching(/no Kafka/) } });
    expect((await replay('x')).status).toBe(400);
  });
});
