import { until } from '@orbweaver/testing';
import { keyWith } from '../../test/admin-calls';
import { insertTeam, startGateway, type TestGateway } from '../../test/start-gateway';

const FIVE_MINUTES_MS = 300_000;
const lastFiveMinutes = () => new Date(Math.floor(Date.now() / FIVE_MINUTES_MS) * FIVE_MINUTES_MS);

const SECRET = 'Bearer secret';
const crawl = (request: object = {}) => ({ type: 'crawl', request: { url: 'https://a.example/docs', ...request } });
const body = (changes: object = {}) => ({ name: 'Docs', cron: '0 6 * * *', target: crawl(), ...changes });

describe('schedules', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway({ SCHEDULES_PER_TEAM: '40' });
  });
  afterAll(() => gateway.close());

  const create = (changes: object = {}, key?: string) =>
    gateway.call('/v2/schedules', { body: body(changes), ...(key && { key }) });
  const created = async (changes: object = {}) => (await create(changes)).body.schedule;
  const runOf = async (scheduleId: string, isEnd: (run: { status: string }) => boolean) => {
    let run = { status: '', error: null as string | null, jobId: null as string | null, id: '' };
    await until('the run', async () => {
      run = (await gateway.call(`/v2/schedules/${scheduleId}/runs`)).body.runs[0];
      return isEnd(run);
    });
    return run;
  };

  it.each<[string, object, string]>([
    ['name', { name: '' }, 'name'],
    ['cron', { cron: '* * *' }, 'cron'],
    ['cron', { cron: '61 * * * *' }, 'cron'],
    ['cron', { cron: '*/2 * * * *' }, 'cron'],
    ['cron', { cron: '0 0 31 2 *' }, 'cron'],
    ['cron', { cron: '0 0 30 2 *' }, 'cron'],
    ['timezone', { timezone: 'Mars/Olympus' }, 'timezone'],
    ['overlap', { overlap: 'both' }, 'overlap'],
    ['missedRuns', { missedRuns: 'all' }, 'missedRuns'],
    ['target.type', { target: { type: 'scrape', request: {} } }, 'target.type'],
    ['target.request.url', { target: { type: 'crawl', request: {} } }, 'target.request.url'],
    ['target.request.url', { target: crawl({ url: 'ftp://a.example' }) }, 'target.request.url'],
    ['target.request.limit', { target: crawl({ limit: 0 }) }, 'target.request.limit'],
    ['target.request.includePaths', { target: crawl({ includePaths: ['('] }) }, 'target.request.includePaths'],
    [
      'target.request.scrapeOptions.formats',
      { target: crawl({ scrapeOptions: { formats: ['docx'] } }) },
      'target.request.scrapeOptions.formats.0',
    ],
    ['target.request.webhook', { target: crawl({ webhook: 'http://127.0.0.1/' }) }, 'target.request.webhook'],
    ['target.request.prompt', { target: crawl({ prompt: 'All prices' }) }, 'target.request.prompt'],
    [
      'target.request.zeroDataRetention',
      { target: crawl({ zeroDataRetention: true }) },
      'target.request.zeroDataRetention',
    ],
    ['target.request.urls', { target: { type: 'batch', request: { urls: [] } } }, 'target.request.urls'],
    [
      'target.request.appendToId',
      {
        target: {
          type: 'batch',
          request: { urls: ['https://a.example'], appendToId: '3f2b8c1e-5d6a-4b7c-8e9f-0a1b2c3d4e5f' },
        },
      },
      'target.request.appendToId',
    ],
    [
      'target.request.search',
      { target: { type: 'map', request: { url: 'a.example', search: 5 } } },
      'target.request.search',
    ],
    ['webhook', { webhook: 'http://10.0.0.1/' }, 'webhook'],
    ['webhook.events', { webhook: { url: 'https://a.example', events: ['completed'] } }, 'webhook.events.0'],
  ])('rejects an invalid %s: %j', async (_, changes, path) => {
    const { status, body: answer } = await create(changes);
    expect({ status, code: answer.code }).toEqual({ status: 400, code: 'BAD_REQUEST' });
    expect(answer.details.map((detail: { path: unknown[] }) => detail.path.join('.'))).toContain(path);
    expect(answer.error).toContain(path);
  });

  it('returns a schedule with its defaults and its next run', async () => {
    const { status, body: answer } = await create({ timezone: 'Asia/Tokyo' });
    expect(status).toBe(200);
    expect(answer.schedule).toMatchObject({
      name: 'Docs',
      cron: '0 6 * * *',
      timezone: 'Asia/Tokyo',
      target: crawl(),
      overlap: 'skip',
      missedRuns: 'run-once',
      webhook: null,
      paused: false,
      lastRun: null,
    });
    const next = new Date(answer.schedule.nextRunAt);
    expect([next.getUTCHours(), next.getUTCMinutes()]).toEqual([21, 0]);
    expect(next.getTime() - Date.now()).toBeLessThanOrEqual(86_400_000);
  });

  it('never returns secrets of a schedule', async () => {
    const { id } = await created({
      target: crawl({
        url: 'https://user:pass@a.example/',
        scrapeOptions: { headers: { Cookie: SECRET }, actions: [{ type: 'write', text: SECRET }] },
        webhook: { url: 'https://b.example/', headers: { Authorization: SECRET } },
      }),
      webhook: { url: 'https://b.example/', headers: { Authorization: SECRET } },
    });
    for (const path of [`/v2/schedules/${id}`, '/v2/schedules']) {
      const text = JSON.stringify((await gateway.call(path)).body);
      expect(text).not.toContain(SECRET);
      expect(text).not.toContain('pass@');
      expect(text).toContain('"Authorization":"…"');
    }
  });

  it('pauses, resumes and changes a schedule', async () => {
    const { id } = await created();
    const change = (fields: object) => gateway.call(`/v2/schedules/${id}`, { method: 'PATCH', body: fields });
    expect((await change({ paused: true })).body.schedule).toMatchObject({ paused: true, nextRunAt: null });
    expect((await change({ name: 'Other' })).body.schedule).toMatchObject({
      name: 'Other',
      paused: true,
      nextRunAt: null,
    });
    const resumed = (await change({ paused: false, cron: '15 * * * *' })).body.schedule;
    expect(new Date(resumed.nextRunAt).getUTCMinutes()).toBe(15);
    expect((await change({ target: crawl({ limit: -1 }) })).status).toBe(400);
    expect((await change({ webhook: 'https://b.example/hook' })).body.schedule.webhook).toMatchObject({
      url: 'https://b.example/hook',
    });
    expect((await change({ webhook: null })).body.schedule.webhook).toBeNull();
    const map = { type: 'map', request: { url: 'https://a.example/' } };
    expect(await change({ target: map })).toMatchObject({
      status: 400,
      body: { error: 'target.type: Must be "crawl", as before. Create another schedule' },
    });
  });

  it.each([
    ['timezone', { timezone: 'UTC' }, true],
    ['cron', { cron: '0 6 * * *' }, true],
    ['name', { name: 'Other' }, false],
  ])('plans an unplannable schedule again when %s is sent: %j', async (_, change, isPlanned) => {
    const { id, nextRunAt } = await created();
    const inAnHour = new Date(Date.now() + 3_600_000);
    const data = { unplannableReason: 'timezone "UTC": Must be an IANA time zone', nextRunAt: inAnHour };
    await gateway.database.schedule.update({ where: { id }, data });
    const unplannable = { nextRunAt: null, unplannableReason: data.unplannableReason };
    expect((await gateway.call(`/v2/schedules/${id}`)).body.schedule).toMatchObject(unplannable);
    const { body: answer } = await gateway.call(`/v2/schedules/${id}`, { method: 'PATCH', body: change });
    expect(answer.schedule).toMatchObject(isPlanned ? { nextRunAt, unplannableReason: null } : unplannable);
  });

  it.each([
    ['scrape', { type: 'map', request: { url: 'https://a.example/' } }, crawl()],
    ['crawl', crawl(), { type: 'map', request: { url: 'https://a.example/' } }],
  ] as const)('requires the right of the operation: %s', async (right, allowed, refused) => {
    const [key, other] = [await keyWith(gateway, [right]), await keyWith(gateway, ['read'])];
    expect((await create({ target: refused }, key)).status).toBe(403);
    expect((await create({ target: allowed }, other)).status).toBe(403);
    const { status, body: answer } = await create({ target: allowed, paused: true }, key);
    expect(status).toBe(200);
    const foreign = await created({ target: refused, paused: true });
    const path = (id: string) => `/v2/schedules/${id}`;
    for (const [id, expected] of [
      [foreign.id, 403],
      [answer.schedule.id, 200],
    ] as const) {
      const statuses = [
        await gateway.call(path(id), { method: 'PATCH', body: { name: 'Other' }, key }),
        await gateway.call(`${path(id)}/run`, { method: 'POST', key }),
        await gateway.call(path(id), { method: 'DELETE', key }),
      ].map((reply) => reply.status);
      expect(statuses).toEqual([expected, expected, expected]);
    }
  });

  it('rejects to resume an unplannable schedule and allows other changes', async () => {
    const { id } = await created({ paused: true });
    const change = (fields: object) => gateway.call(`/v2/schedules/${id}`, { method: 'PATCH', body: fields });
    await gateway.database.schedule.update({ where: { id }, data: { timezone: 'Mars/Olympus' } });
    const refused = await change({ paused: false });
    expect({ status: refused.status, error: refused.body.error }).toEqual({
      status: 400,
      error: 'timezone: Must be an IANA time zone, such as "Europe/Berlin"',
    });
    expect((await change({ name: 'Other' })).status).toBe(200);
    const unplannable = { paused: false, unplannableReason: 'timezone "Mars/Olympus"' };
    await gateway.database.schedule.update({ where: { id }, data: unplannable });
    expect((await change({ name: 'Third' })).body.schedule).toMatchObject({ ...unplannable, nextRunAt: null });
    expect((await change({ timezone: 'UTC' })).body.schedule).toMatchObject({
      unplannableReason: null,
      nextRunAt: expect.any(String),
    });
  });

  it('requires the right to read for an empty change', async () => {
    const [starter, reader] = [await keyWith(gateway, ['crawl']), await keyWith(gateway, ['crawl', 'read'])];
    const { id } = await created({ paused: true });
    const change = (body: object, key: string) => gateway.call(`/v2/schedules/${id}`, { method: 'PATCH', body, key });
    expect((await change({}, starter)).status).toBe(403);
    expect((await change({}, reader)).status).toBe(200);
    expect((await change({ name: 'Other' }, starter)).status).toBe(200);
  });

  it('keeps the URLs of a batch when other fields change', async () => {
    const target = { type: 'batch', request: { urls: ['https://a.example/1', 'https://a.example/2'] } };
    const { id } = await created({ target, paused: true });
    const { body: answer } = await gateway.call(`/v2/schedules/${id}`, { method: 'PATCH', body: { name: 'Other' } });
    expect(answer.schedule).toMatchObject({ name: 'Other', target });
  });

  it('records creation, changes and deletion in the audit log, without secrets', async () => {
    const { key, teamId } = await insertTeam(gateway.database);
    const webhook = { url: 'https://b.example/', headers: { Authorization: SECRET } };
    const { id } = (await create({ webhook, paused: true }, key)).body.schedule;
    const path = `/v2/schedules/${id}`;
    const change = (fields: object) => gateway.call(path, { method: 'PATCH', body: fields, key });
    await change({});
    await change({ paused: false });
    await change({ paused: true });
    const scrapeOptions = { headers: { Cookie: SECRET } };
    await change({ name: 'Other', webhook: null, target: crawl({ scrapeOptions }) });
    await change({ target: crawl({ scrapeOptions }) });
    await gateway.call(`${path}/run`, { method: 'POST', key });
    await gateway.call(path, { method: 'DELETE', key });
    const entries = await gateway.database.auditEntry.findMany({ where: { target: id }, orderBy: { id: 'asc' } });
    expect(entries.map(({ action, changes }) => [action, changes])).toEqual([
      [
        'schedule.add',
        expect.objectContaining({ name: { before: null, after: 'Docs' }, webhook: { before: null, after: '…' } }),
      ],
      ['schedule.resume', { paused: { before: true, after: false } }],
      ['schedule.pause', { paused: { before: false, after: true } }],
      [
        'schedule.set',
        {
          name: { before: 'Docs', after: 'Other' },
          request: { before: '…', after: '…' },
          webhook: { before: '…', after: null },
        },
      ],
      ['schedule.run', {}],
      ['schedule.delete', { name: { before: 'Other', after: null } }],
    ]);
    for (const entry of entries) {
      expect(entry).toMatchObject({ teamId, apiKeyId: expect.any(String), actor: expect.any(String) });
      expect(entry.requestId).toEqual(expect.stringMatching(/./));
    }
    expect(JSON.stringify(entries, (_, value) => (typeof value === 'bigint' ? `${value}` : value))).not.toContain(
      SECRET,
    );
  });

  it('rejects a target that every run would reject', async () => {
    expect(await create({ target: crawl({ expiresInHours: 100 }) })).toMatchObject({
      status: 400,
      body: { error: expect.stringMatching(/^expiresInHours exceeds the lifetime of jobs/) },
    });
  });

  it('starts one of several concurrent runs by request', async () => {
    const { id } = await created({ paused: true });
    const replies = await Promise.all(
      Array.from({ length: 6 }, () => gateway.call(`/v2/schedules/${id}/run`, { method: 'POST' })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
  });

  it('lists schedules by pages, newest first, for their team only', async () => {
    const { key } = await insertTeam(gateway.database);
    for (const name of ['a', 'b', 'c']) await create({ name }, key);
    const first = (await gateway.call('/v2/schedules?limit=2', { key })).body;
    const answer = await fetch(first.next, { headers: { authorization: `Bearer ${key}` } });
    const second = (await answer.json()) as typeof first;
    expect([...first.schedules, ...second.schedules].map(({ name }: { name: string }) => name)).toEqual([
      'c',
      'b',
      'a',
    ]);
    expect(second.next).toBeUndefined();
    const { id } = first.schedules[0];
    expect((await gateway.call(`/v2/schedules/${id}`)).status).toBe(404);
    expect((await gateway.call(`/v2/schedules/${id}/runs`)).status).toBe(404);
    expect((await gateway.call(`/v2/schedules/${id}/run`, { method: 'POST' })).status).toBe(404);
    expect((await gateway.call(`/v2/schedules/${id}`, { method: 'DELETE' })).status).toBe(404);
    expect((await gateway.call(`/v2/schedules/${id}`, { method: 'DELETE', key })).body).toEqual({ success: true });
    expect((await gateway.call(`/v2/schedules/${id}`, { key })).status).toBe(404);
  });

  it('starts a run as a job of the team, whose pages get fingerprints', async () => {
    const { id } = await created();
    const { body: started } = await gateway.call(`/v2/schedules/${id}/run`, { method: 'POST' });
    expect(started.run).toMatchObject({ scheduleId: id, status: 'queued', trigger: 'manual' });
    const run = await runOf(id, ({ status }) => status === 'running');
    expect(run).toMatchObject({ id: started.run.id, status: 'running', error: null });
    const job = await gateway.database.job.findUniqueOrThrow({ where: { id: run.jobId! } });
    expect(job).toMatchObject({ teamId: gateway.teamId, kind: 'crawl', spec: { scrape: { fingerprint: true } } });
    expect(gateway.published.map(({ message }) => message)).toContainEqual({ type: 'StartJob', jobId: run.jobId });
    expect((await gateway.call(`/v2/schedules/${id}/run`, { method: 'POST' })).status).toBe(409);
    expect(await gateway.metrics.metrics()).toMatch(/orbweaver_schedule_runs_total\{outcome="started"\} [1-9]/);
  });

  it('cancels the running job with the policy cancel-running', async () => {
    const { id } = await created({ overlap: 'cancel-running' });
    await gateway.call(`/v2/schedules/${id}/run`, { method: 'POST' });
    const first = await runOf(id, ({ status }) => status === 'running');
    await gateway.call(`/v2/schedules/${id}/run`, { method: 'POST' });
    await runOf(id, (run) => run.status === 'running' && (run as typeof first).id !== first.id);
    const job = await gateway.database.job.findUniqueOrThrow({ where: { id: first.jobId! } });
    expect(job.cancelRequestedAt).toEqual(expect.any(Date));
  });

  it.each<[string, object, RegExp]>([
    ['without credits', { creditsLimited: true }, /credits/i],
    ['of a disabled team', { disabledAt: new Date() }, /^The team is disabled$/],
    ['of a team with zero data retention', { zeroDataRetention: true }, /zero data retention/],
  ])('records a run %s as failed and keeps the schedule', async (_, team, error) => {
    const { teamId, key } = await insertTeam(gateway.database);
    const { id } = (await create({ cron: '*/5 * * * *' }, key)).body.schedule;
    await gateway.database.team.update({ where: { id: teamId }, data: team });
    await gateway.database.schedule.update({ where: { id }, data: { nextRunAt: lastFiveMinutes() } });
    let run = { state: '', error: '' as string | null };
    await until(
      'the run',
      async () => {
        const found = await gateway.database.scheduleRun.findFirst({ where: { scheduleId: id } });
        if (found !== null) run = found;
        return run.state === 'failed';
      },
      15_000,
    );
    expect(run.error).toMatch(error);
    const schedule = await gateway.database.schedule.findUniqueOrThrow({ where: { id } });
    expect(schedule.nextRunAt?.getTime()).toBeGreaterThan(Date.now());
  });

  it('limits the schedules of a team', async () => {
    const { key, teamId } = await insertTeam(gateway.database);
    const answers = await Promise.all(Array.from({ length: 41 }, () => create({}, key)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(40);
    expect(answers.find(({ status }) => status !== 200)).toMatchObject({
      status: 409,
      body: { error: 'The team has 40 schedules, the maximum. Delete one first' },
    });
    expect(await gateway.database.schedule.count({ where: { teamId } })).toBe(40);
  });
});
