/// <reference lib="dom" />
import { startWebhookReceiver, until, type WebhookReceiver } from '@orbweaver/testing';
import { ConsoleBrowser, findViolations } from '../harness/console-browser';
import { addTeam } from '../harness/run-admin';
import { htmlPage, type SmallSite, startSmallSite } from '../harness/small-site';
import { System } from '../harness/system';

interface Run {
  id: string;
  status: string;
  jobId: string | null;
  error: string | null;
  counts: Record<string, number>;
}

describe('schedules', () => {
  const api = System.shared().api();
  /** Pages by path; a number is a status without a page. */
  const pages = new Map<string, string | number>();
  let site: SmallSite;
  let receiver: WebhookReceiver;

  beforeAll(async () => {
    site = await startSmallSite((request, response) => {
      const page = pages.get(request.url ?? '') ?? 404;
      response.writeHead(typeof page === 'number' ? page : 200, { 'content-type': 'text/html; charset=utf-8' });
      response.end(typeof page === 'number' ? 'No page' : page);
    });
    receiver = await startWebhookReceiver();
  });
  afterAll(async () => {
    await receiver.close();
    await site.stop();
  });

  async function create(target: object): Promise<string> {
    const webhook = { url: receiver.url, metadata: { order: '42' } };
    const body = { name: 'Site', cron: '0 6 * * *', timezone: 'Europe/Berlin', target, webhook };
    const reply = await api.post('/v2/schedules', body);
    expect([reply.status, reply.body.error]).toEqual([200, undefined]);
    return reply.body.schedule.id;
  }

  async function run(scheduleId: string): Promise<Run> {
    const { status, body } = await api.send('POST', `/v2/schedules/${scheduleId}/run`);
    expect([status, body.error]).toEqual([200, undefined]);
    return until(
      'the end of the run',
      async () => {
        const { body: read } = await api.get(`/v2/schedules/${scheduleId}/runs/${body.run.id}`);
        return ['queued', 'running'].includes(read.run.status) ? undefined : (read.run as Run);
      },
      60_000,
    );
  }

  const pagesOf = async (scheduleId: string, runId: string) => {
    const { body } = await api.get(`/v2/schedules/${scheduleId}/runs/${runId}`);
    return Object.fromEntries(
      body.pages.map(({ url, state }: { url: string; state: string }) => [url.slice(site.origin.length), state]),
    );
  };
  const changesOf = (scheduleId: string) =>
    receiver.deliveries.filter(({ body }) => (body.data as { scheduleId?: string }[])[0]?.scheduleId === scheduleId);

  it('crawls a site by schedule and reports what is new, changed and removed', async () => {
    pages.set('/', htmlPage('Start', ['/stays', '/changes', '/leaves', '/breaks']));
    for (const name of ['stays', 'changes', 'leaves', 'breaks']) pages.set(`/${name}`, htmlPage(name, []));
    const id = await create({ type: 'crawl', request: { url: `${site.origin}/`, sitemap: 'skip' } });
    const first = await run(id);
    expect(first).toMatchObject({ status: 'completed', isBaseline: true, counts: { new: 5, changed: 0, removed: 0 } });
    const second = await run(id);
    expect(second).toMatchObject({
      status: 'completed',
      counts: { new: 0, changed: 0, removed: 0, same: 5, unknown: 0 },
    });

    pages.set('/', htmlPage('Start', ['/stays', '/changes', '/leaves', '/breaks', '/appears']));
    pages.set('/changes', htmlPage('changes', [], '<p>Another paragraph with other words.</p>'));
    pages.delete('/leaves');
    pages.set('/breaks', 500);
    pages.set('/appears', htmlPage('appears', []));
    const third = await run(id);
    expect(third).toMatchObject({
      status: 'completed',
      error: null,
      counts: { new: 1, changed: 2, removed: 1, same: 1, unknown: 1 },
    });
    expect(await pagesOf(id, third.id)).toEqual({
      '/': 'changed',
      '/changes': 'changed',
      '/leaves': 'removed',
      '/breaks': 'unknown',
      '/appears': 'new',
    });
    const same = await api.get(`/v2/schedules/${id}/runs/${third.id}?state=same&limit=1`);
    expect(same.body.pages).toEqual([{ url: `${site.origin}/stays`, state: 'same' }]);

    await until('the webhook', () => changesOf(id).length > 0);
    expect(changesOf(id)).toHaveLength(1);
    const [{ headers, body }] = changesOf(id) as [ReturnType<typeof changesOf>[number]];
    expect(headers['webhook-signature']).toMatch(/^v1,/);
    expect(body).toMatchObject({ success: true, type: 'schedule.changed', id: third.id, metadata: { order: '42' } });
    const [change] = body.data as [{ url: string; counts: object; urls: Record<string, string[]> }];
    expect(change.counts).toEqual(third.counts);
    expect(change.urls.removed).toEqual([`${site.origin}/leaves`]);
    expect((await api.get(change.url)).body.run.id).toBe(third.id);

    const deliveries = await api.get('/v2/webhooks/deliveries?state=delivered');
    const delivery = deliveries.body.deliveries.find(({ jobId }: { jobId: string }) => jobId === third.id);
    const shown = await api.get(`/v2/webhooks/deliveries/${delivery.id}`);
    expect(JSON.parse(shown.body.delivery.payload ?? shown.body.payload)).toEqual(body);
    expect((await api.get('/v2/jobs')).body.jobs.map(({ id: job }: { id: string }) => job)).not.toContain(third.id);
  });

  it('compares the URLs of maps', async () => {
    pages.set('/map/', htmlPage('Map', ['/map/a', '/map/b']));
    for (const name of ['a', 'b', 'c']) pages.set(`/map/${name}`, htmlPage(name, []));
    const request = { url: `${site.origin}/map/`, sitemap: 'skip', ignoreCache: true };
    const id = await create({ type: 'map', request });
    const first = await run(id);
    expect(first).toMatchObject({ status: 'completed', jobId: null, isBaseline: true });
    pages.set('/map/', htmlPage('Map', ['/map/a', '/map/c']));
    const second = await run(id);
    expect(await pagesOf(id, second.id)).toEqual({ '/map/b': 'removed', '/map/c': 'new' });
  });

  it('creates, runs and pauses a schedule in the console', async () => {
    const system = System.shared();
    pages.set('/console/', htmlPage('Console', []));
    const browser = await ConsoleBrowser.open(system);
    try {
      const { page, errors } = await browser.visit('schedules', { key: await addTeam(system) });
      const click = (label: string) => page.locator(`::-p-aria([name="${label}"][role="button"])`).click();
      const shows = (text: string) =>
        page.waitForFunction((part) => document.body.textContent.includes(part), { timeout: 20_000 }, text);
      await click('New schedule');
      await page.type('input[name=name]', 'Site');
      await page.locator('input[name=timezone]').fill('UTC');
      await shows('06:00 UTC');
      const request = { url: `${site.origin}/console/`, sitemap: 'skip' };
      await page.locator('textarea[name=request]').fill(JSON.stringify(request));
      expect(await findViolations(page)).toEqual([]);
      await click('Create');
      await click('Run now: Site');
      await shows('first run, 1 page');
      await click('Pause Site');
      await shows('paused');
      await page.locator('main th a').click();
      await page.locator('table th button').click();
      await shows(`${site.origin}/console/`);
      expect(await findViolations(page)).toEqual([]);
      expect(errors).toEqual([]);
    } finally {
      await browser.close();
    }
  });

  it('records a failed crawl with its reason', async () => {
    const request = { url: 'http://closed.invalid/', sitemap: 'skip' };
    const id = await create({ type: 'crawl', request });
    expect(await run(id)).toMatchObject({ status: 'failed', error: expect.any(String) });
    const { body } = await api.get(`/v2/schedules/${id}`);
    expect(body.schedule).toMatchObject({ paused: false, lastRun: { status: 'failed' } });
  });
});
