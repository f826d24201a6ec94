import { randomUUID } from 'node:crypto';
import type { KeyRight } from '@orbweaver/core';
import { addCreditEntries, addKey } from '@orbweaver/persistence';
import { endJob } from '../../test/rows';
import { type CallOptions, insertTeam, startGateway, type TestGateway } from '../../test/start-gateway';
import { AdminPort } from '../edge/admin-port';
import { describeRoutes } from '../edge/describe-routes';
import { controllers } from '../gateway.module';

let gateway: TestGateway;
let admin: string;
let both: string;

beforeAll(async () => {
  gateway = await startGateway();
  admin = await keyWith(gateway, ['admin']);
  both = await keyWith(gateway, ['team', 'admin']);
});
afterAll(() => gateway.close());

async function keyWith({ database, teamId }: TestGateway, rights: KeyRight[]): Promise<string> {
  const actor = { apiKeyId: null, name: 'test', requestId: null };
  return (await addKey(database, actor, { teamId, name: rights.join(' and '), rights }))!.secret;
}

const call = (path: string, options: CallOptions = {}) => gateway.call(`/admin/v1${path}`, { key: admin, ...options });
const patch = (path: string, body: unknown) => call(path, { method: 'PATCH', body });

type Row = { id: string; jobId?: string; sequence?: number };

/** The rows of a list, page by page. */
async function readAll(path: string, field: string): Promise<Row[]> {
  const rows: Row[] = [];
  let next: string | undefined = `${gateway.address}/admin/v1${path}`;
  while (next !== undefined) {
    const { status, body } = await gateway.call(next.slice(gateway.address.length), { key: admin });
    expect({ status, body }).toMatchObject({ status: 200 });
    rows.push(...body[field]);
    next = body.next;
  }
  return rows;
}

describe('the right to administer', () => {
  const routes = describeRoutes(controllers).filter(({ access }) => access !== 'public');
  const ofKind = (access: string) => routes.filter((route) => route.access === access);

  it('is asked for by all routes of the admin API, and by no other', () => {
    expect(ofKind('admin').length).toBeGreaterThan(15);
    expect(ofKind('admin').filter(({ path }) => !path.startsWith('/admin/v1/'))).toEqual([]);
    expect(ofKind('team').filter(({ path }) => path.startsWith('/admin'))).toEqual([]);
  });

  it.each(routes.map(({ method, path, access }) => [method, path, access] as const))(
    '%s %s is answered with the right %s alone',
    async (method, path, access) => {
      const statusWith = async (key: string | null) => {
        const body = method === 'GET' || method === 'DELETE' ? undefined : {};
        const answer = await gateway.call(path.replace(':id', randomUUID()), { method, key, body });
        return [401, 403].includes(answer.status) ? answer.status : 'answered';
      };
      const keys = [null, 'unknown', gateway.key, admin, both];
      const isAdmin = access === 'admin';
      expect(await Promise.all(keys.map(statusWith))).toEqual(
        isAdmin ? [401, 401, 403, 'answered', 'answered'] : [401, 401, 'answered', 403, 'answered'],
      );
    },
  );

  it('is named in the refusal', async () => {
    expect(await call('/teams', { key: gateway.key })).toMatchObject({
      status: 403,
      body: { success: false, error: expect.stringContaining('the right `admin`') },
    });
    expect(await gateway.call('/v2/team/credit-usage', { key: admin })).toMatchObject({
      status: 403,
      body: { error: expect.stringContaining('the right `team`') },
    });
  });
});

describe('the admin API', () => {
  it('takes a team and a key through their lives, and writes down who did it', async () => {
    const name = `team-${randomUUID()}`;
    const headers = { 'x-request-id': 'request-7' };
    const added = await call('/teams', { body: { name, maxConcurrency: 5 }, headers });
    expect(added).toMatchObject({
      status: 200,
      body: { team: { name, maxConcurrency: 5, jobsPerMinute: null, keys: 0 } },
    });
    const { id } = added.body.team;
    expect(await call('/teams', { body: { name } })).toMatchObject({ status: 409, body: { error: /^name: / } });
    const set = await patch(`/teams/${id}`, { maxConcurrency: null, zeroDataRetention: true, creditsLimited: true });
    expect(set.body.team).toMatchObject({ maxConcurrency: null, zeroDataRetention: true });
    expect((await call(`/teams/${id}`)).body).toEqual(set.body);

    const made = await call('/keys', { body: { teamId: id, name: 'importer' } });
    const { key, secret } = made.body;
    expect(key).toMatchObject({ team: name, name: 'importer', rights: ['team'], revokedAt: null });
    expect(await gateway.call('/v2/team/credit-usage', { key: secret })).toMatchObject({ status: 200 });
    expect(JSON.stringify((await call(`/keys?teamId=${id}`)).body)).not.toContain(secret);

    const grant = { amount: 100, note: 'trial', id: randomUUID() };
    await call(`/teams/${id}/credits`, { body: grant });
    const granted = await call(`/teams/${id}/credits`, { body: grant });
    expect(granted.body.credits).toMatchObject({ limited: true, granted: 100, used: 0, remaining: 100 });
    expect(await call(`/teams/${id}/credits`, { body: { ...grant, amount: 1 } })).toMatchObject({ status: 409 });

    const revoked = await call(`/keys/${key.id}`, { method: 'DELETE' });
    expect(revoked.body.key).toMatchObject({ revokedAt: expect.any(String) });
    expect((await call(`/keys/${key.id}`, { method: 'DELETE' })).body).toEqual(revoked.body);

    const { entries } = (await call(`/audit?teamId=${id}`)).body;
    expect(entries.map(({ action, changes }: never) => [action, changes])).toEqual([
      ['key.revoke', { revoked: { before: false, after: true } }],
      ['credits.grant', { granted: { before: 0, after: 100 }, note: { before: null, after: 'trial' } }],
      ['key.add', expect.objectContaining({ rights: { before: null, after: ['team'] } })],
      [
        'team.set',
        {
          maxConcurrency: { before: 5, after: null },
          creditsLimited: { before: false, after: true },
          zeroDataRetention: { before: false, after: true },
        },
      ],
      ['team.add', expect.objectContaining({ name: { before: null, after: name } })],
    ]);
    expect(entries.map(({ teamId, team }: never) => [teamId, team])).toEqual(entries.map(() => [id, name]));
    expect(entries.at(-1)).toMatchObject({
      actor: { name: 'admin', apiKeyId: expect.any(String), requestId: 'request-7' },
      target: id,
    });
    expect(JSON.stringify(entries)).not.toContain(secret);
  });

  it('disables a team and enables it again, and writes both down once', async () => {
    const { id } = (await call('/teams', { body: { name: `team-${randomUUID()}` } })).body.team;
    const ask = (verb: string, team = id) => call(`/teams/${team}/${verb}`, { method: 'POST' });
    const disabled = await ask('disable');
    expect(disabled).toMatchObject({ status: 200, body: { team: { id, disabledAt: expect.any(String) } } });
    expect((await ask('disable')).body).toEqual(disabled.body);
    expect((await call(`/teams/${id}`)).body).toEqual(disabled.body);
    // A key of the team can be made meanwhile, and does not work yet.
    const { secret } = (await call('/keys', { body: { teamId: id, name: 'importer' } })).body;
    const use = async () => (await gateway.call('/v2/team/credit-usage', { key: secret })).status;
    expect(await use()).toBe(403);
    expect((await ask('enable')).body.team.disabledAt).toBeNull();
    expect((await ask('enable')).body.team.disabledAt).toBeNull();
    expect(await use()).toBe(200);
    const { entries } = (await call(`/audit?teamId=${id}`)).body;
    expect(
      entries
        .map(({ action, changes }: never) => [action, changes])
        .filter(([action]: [string]) => action !== 'key.add'),
    ).toEqual([
      ['team.enable', { disabled: { before: true, after: false } }],
      ['team.disable', { disabled: { before: false, after: true } }],
      ['team.add', expect.anything()],
    ]);
    expect(await ask('disable', randomUUID())).toMatchObject({ status: 404 });
    expect(await ask('disable', gateway.teamId)).toMatchObject({ status: 409, body: { error: /lock itself out/ } });
    expect(await gateway.call('/v2/team/credit-usage')).toMatchObject({ status: 200 });
  });

  it('shows, cancels and retries the jobs of all teams', async () => {
    const { key, teamId } = await insertTeam(gateway.database);
    const { id } = (await gateway.call('/v2/batch/scrape', { key, body: { urls: ['https://example.com'] } })).body;
    expect(await call(`/jobs/${id}/retry`, { method: 'POST' })).toMatchObject({
      status: 409,
      body: { error: /still runs/ },
    });
    await gateway.database.frontierJob.create({ data: { id, teamId, kind: 'batch', leased: 1, queued: 0 } });
    const page = { id: randomUUID(), jobId: id, ordinal: 1, url: 'x', sourceUrl: 'x', dedupHash: Buffer.alloc(32) };
    const leaseUntil = new Date(Date.now() - 1000);
    await gateway.database.frontierPage.create({
      data: { ...page, host: 'example.com', depth: 0, state: 'leased', leaseUntil },
    });
    expect((await call(`/jobs/${id}`)).body).toMatchObject({
      job: { id, teamId, state: 'scraping', leased: 1, apiKeyId: expect.any(String) },
      leases: { expired: 1, nextExpiryAt: leaseUntil.toISOString(), settledAt: null },
    });
    expect((await call(`/jobs/${id}/cancel`, { method: 'POST' })).body.job.state).toBe('cancelled');
    expect(gateway.published.at(-1)).toMatchObject({ message: { type: 'CancelJob', jobId: id } });
    expect(await call(`/jobs/${id}/cancel`, { method: 'POST' })).toMatchObject({ status: 409 });
    await endJob(gateway.database, id, 'cancelled');
    const again = (await call(`/jobs/${id}/retry`, { method: 'POST' })).body.id;
    const listed = await readAll(`/jobs?teamId=${teamId}&limit=1`, 'jobs');
    expect(listed.map((job) => job.id)).toEqual([again, id]);
    expect((await call(`/jobs?teamId=${teamId}&state=cancelled`)).body.jobs).toHaveLength(1);
  });

  it('lists the webhook events of all teams that wait or were given up, and sends them again', async () => {
    const { database } = gateway;
    const later = new Date(Date.now() + 3_600_000);
    const teams = [await insertTeam(database), await insertTeam(database)];
    const jobs: string[] = [];
    for (const { key, teamId } of teams) {
      const body = { url: 'https://example.com/', webhook: 'https://receiver.test/hook?token=secret' };
      const jobId = (await gateway.call('/v2/crawl', { key, body })).body.id;
      const event = {
        jobId,
        teamId,
        endpoint: 'receiver.test',
        attempts: 2,
        lastStatus: 503,
        lastError: 'It is away.',
      };
      await database.webhookEvent.createMany({
        data: [
          { ...event, id: randomUUID(), sequence: 1, type: 'crawl.started', state: 'delivered' },
          { ...event, id: randomUUID(), sequence: 2, type: 'crawl.page', state: 'dead' },
          {
            ...event,
            id: randomUUID(),
            sequence: 3,
            type: 'crawl.page',
            state: 'pending',
            nextAttemptAt: later,
            isFirst: true,
          },
          { ...event, id: randomUUID(), sequence: 4, type: 'crawl.completed', state: 'pending', nextAttemptAt: later },
        ],
      });
      jobs.push(jobId);
    }
    const [older, newer] = [...jobs].sort() as [string, string];
    const list = '/webhooks/deliveries';
    const events = await readAll(`${list}?limit=2`, 'deliveries');
    const placed = events.map((event) => [event.jobId, event.sequence]);
    expect(placed).toEqual([newer, older].flatMap((jobId) => [4, 3, 2].map((sequence) => [jobId, sequence])));
    const { deliveries } = (await call(`${list}?jobId=${jobs[0]}`)).body;
    expect(deliveries).toMatchObject([
      { teamId: teams[0]!.teamId, waitsFor: 'earlier-event', behind: { sequence: 3 }, nextAttemptAt: null },
      { endpoint: 'receiver.test', waitsFor: 'retry', behind: null, nextAttemptAt: later.toISOString() },
      { state: 'dead', attempts: 2, lastStatus: 503, lastError: 'It is away.', waitsFor: null },
    ]);
    expect(JSON.stringify(deliveries)).not.toContain('secret');
    expect((await call(`${list}?teamId=${teams[1]!.teamId}&state=dead`)).body.deliveries).toHaveLength(1);

    const [dead] = (await call(`${list}?jobId=${jobs[0]}&state=dead`)).body.deliveries;
    expect(await call(`${list}/${dead.id}/redeliver`, { method: 'POST' })).toMatchObject({
      status: 200,
      body: { id: dead.id, jobId: jobs[0], waitsFor: 'place', behind: null },
    });
    const [last] = (await call(`${list}?jobId=${jobs[0]}&limit=1`)).body.deliveries;
    expect((await call(`${list}/${last.id}/redeliver`, { method: 'POST' })).body).toMatchObject({
      waitsFor: 'earlier-event',
      behind: { id: dead.id, sequence: 2 },
    });
    expect(
      (await call(`${list}?jobId=${jobs[0]}`)).body.deliveries.map((event: { waitsFor: string }) => event.waitsFor),
    ).toEqual(['earlier-event', 'earlier-event', 'place']);
    const rest = await call(`${list}/redeliver`, { body: { states: ['dead', 'pending'], limit: 1 } });
    expect(rest.body).toMatchObject({ redelivered: 3, jobs: [{ jobId: older, redelivered: 3 }], after: `${older}.4` });
    const { after } = rest.body;
    const others = await call(`${list}/redeliver`, { body: { states: ['dead', 'pending'], limit: 1, after } });
    expect(others.body).toMatchObject({ redelivered: 3, jobs: [{ jobId: newer }], after: null });
    expect((await call(`${list}/redeliver`, { body: {} })).body).toMatchObject({
      redelivered: 0,
      jobs: [],
      after: null,
    });

    const { entries } = (await call(`/audit?teamId=${teams[0]!.teamId}`)).body;
    expect(entries.map(({ action, target, changes }: never) => [action, target, changes]).slice(0, 3)).toEqual([
      [
        'webhook.redeliver',
        jobs[0],
        { events: { before: null, after: 3 }, states: { before: null, after: ['dead', 'pending'] } },
      ],
      [
        'webhook.redeliver',
        last.id,
        { attempts: { before: 2, after: 0 }, sentFirst: { before: null, after: dead.id } },
      ],
      [
        'webhook.redeliver',
        dead.id,
        {
          state: { before: 'dead', after: 'pending' },
          waitsFor: { before: null, after: 'place' },
          attempts: { before: 2, after: 0 },
        },
      ],
    ]);

    await database.job.update({ where: { id: jobs[0]! }, data: { webhook: { url: '' } } });
    expect(await call(`${list}/${dead.id}/redeliver`, { method: 'POST' })).toMatchObject({ status: 409 });
    expect(await call(`${list}/${randomUUID()}/redeliver`, { method: 'POST' })).toMatchObject({ status: 404 });
    for (const query of ['state=lost', 'after=x', `after=${older}`, `after=${older}.1.1`]) {
      expect(await call(`${list}?${query}`)).toMatchObject({ status: 400 });
    }
    for (const body of [{ limit: 101 }, { after: older }]) {
      expect(await call(`${list}/redeliver`, { body })).toMatchObject({ status: 400 });
    }
  });

  it.each(['teams', 'keys', 'jobs', 'audit', 'usage'])('pages through %s without a gap or a repeat', async (list) => {
    const day = new Date('2026-05-05T12:00:00Z');
    for (let made = 0; made < 3; made += 1) {
      const { teamId, key } = await insertTeam(gateway.database);
      await gateway.call('/v2/crawl', { key, body: { url: 'https://example.com' } });
      await patch(`/teams/${teamId}`, { maxConcurrency: made + 1 });
      const entry = { teamId, apiKeyId: null, jobId: null, kind: 'page' as const, amount: -1, note: null };
      await addCreditEntries(gateway.database, [{ ...entry, id: randomUUID() }], day);
    }
    const field = list === 'audit' ? 'entries' : list;
    const days = list === 'usage' ? 'from=2026-05-01&to=2026-05-31&' : '';
    const whole = (await call(`/${list}?${days}limit=10000`)).body[field];
    expect(whole.length).toBeGreaterThanOrEqual(3);
    expect(await readAll(`/${list}?${days}limit=2`, field)).toEqual(whole);
  });

  test.each<[string, string, string, unknown, number, string]>([
    ['a team without a name', 'POST', '/teams', {}, 400, 'name is required'],
    [
      'a limit that is none',
      'POST',
      '/teams',
      { name: 'x', maxConcurrency: 0 },
      400,
      'maxConcurrency: Must be an integer',
    ],
    ['a limit that is unknown', 'PATCH', `/teams/${randomUUID()}`, { pages: 5 }, 400, 'pages: Unrecognized key'],
    ['a change of nothing', 'PATCH', `/teams/${randomUUID()}`, {}, 400, 'Must name a limit'],
    ['an unknown team', 'PATCH', `/teams/${randomUUID()}`, { maxConcurrency: 1 }, 404, 'There is no team'],
    ['an id that is none', 'GET', '/teams/x', undefined, 404, 'There is no team'],
    ['a key of no team', 'POST', '/keys', { teamId: randomUUID(), name: 'x' }, 404, 'teamId: There is no such team'],
    [
      'an unknown right',
      'POST',
      '/keys',
      { teamId: randomUUID(), name: 'x', rights: ['root'] },
      400,
      'rights.0: Must be',
    ],
    ['a key without rights', 'POST', '/keys', { teamId: randomUUID(), name: 'x', rights: [] }, 400, 'rights: Must'],
    ['an unknown key', 'DELETE', `/keys/${randomUUID()}`, undefined, 404, 'There is no key'],
    ['a grant of nothing', 'POST', `/teams/${randomUUID()}/credits`, { amount: 0 }, 400, 'amount: Must not be 0'],
    ['a grant to nobody', 'POST', `/teams/${randomUUID()}/credits`, { amount: 1 }, 404, 'There is no team'],
    ['an unknown job', 'POST', `/jobs/${randomUUID()}/cancel`, {}, 404, 'There is no job'],
    ['too many rows', 'GET', '/jobs?limit=10001', undefined, 400, 'limit: Must be an integer from 1 to 10000'],
    ['a state that is none', 'GET', '/jobs?state=asleep', undefined, 400, 'state: Must be'],
    ['a place that is none', 'GET', '/jobs?after=here', undefined, 400, 'after: Must be what'],
    ['a place of usage that is none', 'GET', '/usage?after=1.2.3', undefined, 400, 'after: Must be what'],
    ['a place of the log that is none', 'GET', '/audit?after=x', undefined, 400, 'after: Must be what'],
    ['days that are none', 'GET', '/usage?from=May', undefined, 400, 'from: Must be'],
    [
      'days that run backwards',
      'GET',
      '/usage?from=2026-02-01&to=2026-01-01',
      undefined,
      400,
      'from: Must not be after',
    ],
    ['a parameter that is unknown', 'GET', '/keys?team=x', undefined, 400, 'team: Unrecognized key'],
  ])('refuses %s and names the field', async (_, method, path, body, status, error) => {
    const answer = await call(path, { method, body });
    expect(answer).toMatchObject({ status, body: { success: false, error: expect.stringContaining(error) } });
  });
});

describe('ADMIN_PORT', () => {
  it('takes the admin API off PORT, and answers nothing else', async () => {
    const settings = { ADMIN_PORT: '0', HOST: '127.0.0.1', PUBLIC_URL: 'https://public.test' };
    const apart = await startGateway(settings);
    try {
      const key = await keyWith(apart, ['team', 'admin']);
      const port = apart.application.get(AdminPort).listensOn;
      const ask = async (base: string, path: string) => {
        const answer = await fetch(`${base}${path}`, { headers: { authorization: `Bearer ${key}` } });
        return {
          status: answer.status,
          body: (await answer.json()) as { paths?: object; next?: string; info: { description: string } },
        };
      };
      const onAdminPort = (path: string) => ask(`http://127.0.0.1:${port}`, path);
      const onPort = (path: string) => ask(apart.address, path);
      expect(await onAdminPort('/admin/v1/teams')).toMatchObject({ status: 200 });
      expect(await onPort('/v2/team/credit-usage')).toMatchObject({ status: 200 });
      for (const unknown of [
        await onPort('/admin/v1/teams'),
        await onPort('/Admin/v1/teams/'),
        await onAdminPort('/v2/crawl/active'),
      ]) {
        expect(unknown).toMatchObject({ status: 404, body: { error: expect.stringContaining('There is no GET') } });
      }
      const pathsOf = async (document: ReturnType<typeof ask>) => Object.keys((await document).body.paths ?? {});
      const [open, closed] = [await pathsOf(onPort('/openapi.json')), await pathsOf(onAdminPort('/openapi.json'))];
      expect(open.filter((path) => path.startsWith('/admin'))).toEqual([]);
      expect(open).toContain('/v2/scrape');
      expect(closed.filter((path) => !path.startsWith('/admin'))).toEqual([]);
      expect(closed).toContain('/admin/v1/teams');
      // PUBLIC_URL is that of PORT.
      const own = `http://127.0.0.1:${port}`;
      await apart.call('/v2/crawl', { body: { url: 'https://example.com/' } });
      await apart.call('/v2/crawl', { body: { url: 'https://example.com/' } });
      expect((await onAdminPort('/admin/v1/jobs?limit=1')).body.next).toMatch(`${own}/admin/v1/jobs?`);
      expect((await onAdminPort('/openapi.json')).body.info.description).toContain(`export ORBWEAVER=${own} `);
      // What stands between may not hand one caller's address to the next.
      expect((await fetch(`${apart.address}/openapi.json`)).headers.get('cache-control')).toBe('no-store');
      expect((await onPort('/openapi.json')).body.info.description).toContain('export ORBWEAVER=https://public.test ');
    } finally {
      await apart.close();
    }
  });
});
