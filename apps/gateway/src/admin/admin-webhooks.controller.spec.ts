import { randomUUID } from 'node:crypto';
import { type AdminCalls, adminCalls } from '../../test/admin-calls';
import { insertTeam, startGateway, type TestGateway } from '../../test/start-gateway';

let gateway: TestGateway;
let admin: AdminCalls;

beforeAll(async () => {
  gateway = await startGateway();
  admin = await adminCalls(gateway);
});
afterAll(() => gateway.close());

const PATH = '/webhooks/deliveries';
const later = new Date(Date.now() + 3_600_000);

/** Two teams with one job each. Each job has four events: delivered, dead, pending, pending behind the previous one. */
let teams: { teamId: string; jobId: string }[];
let older: string;
let newer: string;

beforeEach(async () => {
  await gateway.database.webhookEvent.deleteMany();
  teams = [await startJobWithEvents(), await startJobWithEvents()];
  [older, newer] = teams.map(({ jobId }) => jobId).sort() as [string, string];
});

async function startJobWithEvents(): Promise<{ teamId: string; jobId: string }> {
  const { teamId, key } = await insertTeam(gateway.database);
  const body = { url: 'https://example.com/', webhook: 'https://receiver.test/hook?token=secret' };
  const jobId = (await gateway.call('/v2/crawl', { key, body })).body.id;
  const event = { jobId, teamId, endpoint: 'receiver.test', attempts: 2, lastStatus: 503, lastError: 'It is away.' };
  const rows = [
    { type: 'crawl.started', state: 'delivered' },
    { type: 'crawl.page', state: 'dead' },
    { type: 'crawl.page', state: 'pending', nextAttemptAt: later, isFirst: true },
    { type: 'crawl.completed', state: 'pending', nextAttemptAt: later },
  ];
  await gateway.database.webhookEvent.createMany({
    data: rows.map((row, index) => ({ ...event, ...row, id: randomUUID(), sequence: index + 1 })),
  });
  return { teamId, jobId };
}

const deliveriesOf = async (query: string) => (await admin.call(`${PATH}?${query}`)).body.deliveries;

/** Audit entries of redeliveries of a team, newest first. */
async function auditOf(teamId: string) {
  const { entries } = (await admin.call(`/audit?teamId=${teamId}`)).body;
  return entries
    .filter(({ action }: never) => action === 'webhook.redeliver')
    .map(({ target, changes }: never) => [target, changes]);
}

describe('the admin API of webhook events', () => {
  it('lists pending and dead events of all teams, newest job first', async () => {
    const events = await admin.readAll(`${PATH}?limit=2`, 'deliveries');
    const placed = events.map((event) => [event.jobId, event.sequence]);
    expect(placed).toEqual([newer, older].flatMap((jobId) => [4, 3, 2].map((sequence) => [jobId, sequence])));
  });

  it('lists why each event is waiting, without the URL of the receiver', async () => {
    const [team, other] = teams;
    const deliveries = await deliveriesOf(`jobId=${team?.jobId}`);
    expect(deliveries).toMatchObject([
      { teamId: team?.teamId, waitsFor: 'earlier-event', behind: { sequence: 3 }, nextAttemptAt: null },
      { endpoint: 'receiver.test', waitsFor: 'retry', behind: null, nextAttemptAt: later.toISOString() },
      { state: 'dead', attempts: 2, lastStatus: 503, lastError: 'It is away.', waitsFor: null },
    ]);
    expect(JSON.stringify(deliveries)).not.toContain('secret');
    expect(await deliveriesOf(`teamId=${other?.teamId}&state=dead`)).toHaveLength(1);
  });

  it('redelivers one event in order, and audits which event it waits for', async () => {
    const { teamId, jobId } = teams[0]!;
    const [last, , dead] = await deliveriesOf(`jobId=${jobId}`);
    expect(await admin.call(`${PATH}/${dead.id}/redeliver`, { method: 'POST' })).toMatchObject({
      status: 200,
      body: { id: dead.id, jobId, waitsFor: 'place', behind: null },
    });
    expect((await admin.call(`${PATH}/${last.id}/redeliver`, { method: 'POST' })).body).toMatchObject({
      waitsFor: 'earlier-event',
      behind: { id: dead.id, sequence: 2 },
    });
    const after = await deliveriesOf(`jobId=${jobId}`);
    expect(after.map(({ waitsFor }: never) => waitsFor)).toEqual(['earlier-event', 'earlier-event', 'place']);
    const attempts = { before: 2, after: 0 };
    expect(await auditOf(teamId)).toEqual([
      [last.id, { attempts, sentFirst: { before: null, after: dead.id } }],
      [dead.id, { attempts, state: { before: 'dead', after: 'pending' }, waitsFor: { before: null, after: 'place' } }],
    ]);
  });

  it('redelivers all events in the given states by job, and returns a cursor for the next request', async () => {
    const redeliver = async (body: object) => (await admin.call(`${PATH}/redeliver`, { body })).body;
    const filter = { states: ['dead', 'pending'], limit: 1 };
    const first = await redeliver(filter);
    expect(first).toMatchObject({ redelivered: 3, jobs: [{ jobId: older, redelivered: 3 }], after: `${older}.4` });
    const second = await redeliver({ ...filter, after: first.after });
    expect(second).toMatchObject({ redelivered: 3, jobs: [{ jobId: newer }], after: null });
    // By default, only dead events.
    expect(await redeliver({})).toMatchObject({ redelivered: 0, jobs: [], after: null });
    for (const { teamId, jobId } of teams) {
      expect(await auditOf(teamId)).toEqual([
        [jobId, { events: { before: null, after: 3 }, states: { before: null, after: ['dead', 'pending'] } }],
      ]);
    }
  });

  it('rejects redelivery of unknown events and of events with an erased target', async () => {
    const { jobId } = teams[0]!;
    const [dead] = await deliveriesOf(`jobId=${jobId}&state=dead`);
    await gateway.database.job.update({ where: { id: jobId }, data: { webhook: { url: '' } } });
    expect(await admin.call(`${PATH}/${dead.id}/redeliver`, { method: 'POST' })).toMatchObject({ status: 409 });
    expect(await admin.call(`${PATH}/${randomUUID()}/redeliver`, { method: 'POST' })).toMatchObject({ status: 404 });
  });

  const event = `${randomUUID()}.1`;

  it.each(['state=lost', 'after=x', `after=${randomUUID()}`, `after=${event}.1`])('rejects ?%s', async (query) => {
    expect(await admin.call(`${PATH}?${query}`)).toMatchObject({ status: 400 });
  });

  it.each([{ limit: 101 }, { after: randomUUID() }])('rejects %j', async (body) => {
    expect(await admin.call(`${PATH}/redeliver`, { body })).toMatchObject({ status: 400 });
  });
});
