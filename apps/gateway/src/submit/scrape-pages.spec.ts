import type { RenderPage } from '@orbweaver/contracts';
import { BrokerUnavailableError } from '@orbweaver/messaging';
import { announcePage } from '../../test/announcements';
import { storePage } from '../../test/rows';
import { insertTeam, startGateway, type TestGateway } from '../../test/start-gateway';
import { untilTrue } from '../../test/until-true';
import { PageWaiters } from '../notifications/page-waiters';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startGateway({ EGRESS_ALLOW: '127.0.0.0/8' });
});
afterAll(() => gateway.close());
beforeEach(() => {
  gateway.published.length = 0;
});

const rendered = () =>
  untilTrue(() => gateway.published.find(({ topic }) => topic === 'renderInteractive')?.message as RenderPage);
/** Number of requests to a route with this fault label. */
async function faults(route: string, fault: string): Promise<number> {
  const metric = await gateway.metrics.getSingleMetric('orbweaver_http_requests_total')!.get();
  const counted = metric.values.filter(({ labels }) => labels.route === route && labels.fault === fault);
  return counted.reduce((sum, { value }) => sum + value, 0);
}

/** Sends a scrape and stores its result as renderer and results do. */
async function scrape(
  path: string,
  body: object,
  row: Parameters<typeof storePage>[2],
  options: { silent?: boolean } = {},
) {
  const answer = gateway.call(path, { body });
  const { pageId } = await rendered();
  await storePage(gateway.database, pageId, { id: pageId, ...row });
  if (!options.silent) {
    await announcePage(gateway, pageId, pageId, row?.reason === undefined ? 'done' : 'failed');
  }
  return { answer: await answer, pageId };
}

describe.each(['v1', 'v2'])('POST /%s/scrape', (version) => {
  it('returns the stored document', async () => {
    const content = { markdown: '# Schön "quoted"', links: ['https://a.example/'] };
    const { answer, pageId } = await scrape(`/${version}/scrape`, { url: 'https://example.com' }, { content });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      success: true,
      data: { ...content, metadata: expect.objectContaining({ statusCode: 200, scrapeId: pageId, creditsUsed: 1 }) },
    });
    const again = await gateway.call(`/${version}/scrape/${pageId}`);
    expect(again).toMatchObject({ status: 200, body: answer.body });
  });

  it('returns only metadata without formats', async () => {
    const { answer } = await scrape(`/${version}/scrape`, { url: 'https://example.com', formats: [] }, { content: {} });
    expect(Object.keys(answer.body.data)).toEqual(['metadata']);
  });
});

describe('POST /scrape', () => {
  it('stores the job and publishes the page', async () => {
    const { pageId } = await scrape(
      '/v2/scrape',
      { url: 'Example.com?a', waitFor: 5, origin: 'js-sdk@4', integration: 'n8n' },
      {},
    );
    const message = await rendered();
    expect(message).toMatchObject({
      kind: 'scrape',
      jobId: pageId,
      teamId: gateway.teamId,
      url: 'http://example.com/?a',
      sourceUrl: 'Example.com?a',
      depth: 0,
      epoch: 1,
      attempt: 1,
      spec: { waitForMs: 5, timeoutMs: 30_000 },
    });
    expect(message.deadlineAt - Date.now()).toBeGreaterThan(25_000);
    expect(message.deadlineAt - Date.now()).toBeLessThanOrEqual(30_005);
    const job = await gateway.database.job.findUniqueOrThrow({ where: { id: pageId } });
    expect(job).toMatchObject({
      kind: 'scrape',
      origin: 'js-sdk@4',
      integration: 'n8n',
      spec: { kind: 'scrape', url: 'http://example.com/?a', scrape: message.spec },
    });
    expect(job.expiresAt.getTime() - job.createdAt.getTime()).toBeGreaterThan(23.9 * 3_600_000);
  });

  it('sends the renderer a warning about ignored keys', async () => {
    gateway.published.length = 0;
    await gateway.call('/v2/scrape', { body: { url: 'example.com', location: { contry: 'DE' }, timeout: 2_000 } });
    expect(gateway.published.map(({ message }) => message)).toMatchObject([
      {
        type: 'RenderPage',
        spec: { warnings: ['Unknown keys were ignored: location.contry. Did you mean location.country?'] },
      },
    ]);
  });

  it('returns scrape_id if the origin is a website', async () => {
    const { answer, pageId } = await scrape('/v2/scrape', { url: 'example.com', origin: 'website-preview' }, {});
    expect(answer.body.scrape_id).toBe(pageId);
  });

  it('finds a stored page if its message is lost', async () => {
    const { answer } = await scrape('/v2/scrape', { url: 'example.com' }, {}, { silent: true });
    expect(answer.status).toBe(200);
  });

  it('accepts hosts in EGRESS_ALLOW', async () => {
    const { answer } = await scrape('/v2/scrape', { url: 'http://localhost:8080/' }, {});
    expect(answer.status).toBe(200);
  });

  it('rejects an invalid URL with 400', async () => {
    const answer = await gateway.call('/v1/scrape', { body: { url: 'http://intranet' } });
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'BAD_REQUEST', error: expect.stringMatching(/^url: URL must have/), details: [{ path: ['url'] }] },
    });
    expect(gateway.published).toEqual([]);
  });

  it('returns 408 at the deadline and ends the wait', async () => {
    const answer = await gateway.call('/v2/scrape', { body: { url: 'example.com', timeout: 50 } });
    expect(answer).toMatchObject({
      status: 408,
      body: { success: false, code: 'SCRAPE_TIMEOUT', error: 'Scrape timed out' },
    });
    expect(answer.body.details).toBeUndefined();
    expect(gateway.application.get(PageWaiters).count).toBe(0);
  });

  it('returns 408 in time if the database is slow to accept the job', async () => {
    await gateway.database.$transaction(
      async (transaction) => {
        await transaction.$executeRaw`LOCK TABLE jobs IN SHARE MODE`;
        const answer = await gateway.call('/v2/scrape', { body: { url: 'example.com', timeout: 50 } });
        expect(answer).toMatchObject({ status: 408, body: { code: 'SCRAPE_TIMEOUT' } });
      },
      { timeout: 30_000 },
    );
    expect((await rendered()).deadlineAt).toBeLessThan(Date.now());
  });

  it('returns 503 with Retry-After and releases the credit if Kafka is unavailable', async () => {
    let id = '';
    gateway.onPublish = ({ key }) => {
      id = key;
      throw new BrokerUnavailableError('no acknowledgement');
    };
    try {
      const answer = await gateway.call('/v2/scrape', { body: { url: 'example.com' } });
      expect(answer).toMatchObject({ status: 503, body: { code: 'BROKER_UNAVAILABLE' } });
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    } finally {
      gateway.onPublish = () => undefined;
    }
    const job = await gateway.database.job.findUniqueOrThrow({ where: { id } });
    expect(job.cancelRequestedAt).not.toBeNull();
  });

  it('ends the wait when the caller disconnects', async () => {
    const leaving = new AbortController();
    const answer = gateway.call('/v2/scrape', { body: { url: 'example.com' }, signal: leaving.signal });
    const waiters = gateway.application.get(PageWaiters);
    await rendered();
    expect(waiters.count).toBe(1);
    leaving.abort();
    await expect(answer).rejects.toThrow();
    await untilTrue(() => waiters.count === 0);
  });

  it.each([
    ['dns', 500, 'SCRAPE_DNS_RESOLUTION_ERROR'],
    ['refused', 500, 'SCRAPE_SITE_ERROR'],
    ['tls', 500, 'SCRAPE_SSL_ERROR'],
    ['unsupported-type', 500, 'SCRAPE_UNSUPPORTED_FILE_ERROR'],
    ['action-failed', 500, 'SCRAPE_ACTION_ERROR'],
    ['pdf-timed-out', 500, 'SCRAPE_PDF_INSUFFICIENT_TIME_ERROR'],
    ['egress-denied', 403, 'UNSUPPORTED_SITE'],
    ['proxy-failed', 500, 'SCRAPE_PROXY_SELECTION_ERROR'],
  ])('returns for the failure %s status %s and code %s', async (reason, status, code) => {
    const { answer, pageId } = await scrape('/v2/scrape', { url: 'example.com' }, { reason, message: 'what happened' });
    expect(answer).toMatchObject({ status, body: { success: false, code, error: 'what happened' } });
    const read = await gateway.call(`/v2/scrape/${pageId}`);
    expect(read).toMatchObject({ status, body: { code, error: 'what happened' } });
  });

  it.each([
    ['v1', 'timed-out', 408, 408, 'SCRAPE_TIMEOUT', 'Scrape timed out'],
    ['v2', 'timed-out', 408, 408, 'SCRAPE_TIMEOUT', 'Scrape timed out'],
  ])('in %s, returns for a scrape that is %s status %i, and %i when read later', async (...row) => {
    const [version, reason, status, statusRead, code, error] = row;
    const path = `/${version}/scrape`;
    const before = await faults(`${path}/:id`, 'page');
    const { answer, pageId } = await scrape(path, { url: 'example.com' }, { reason, message: 'what happened' });
    expect(answer).toMatchObject({ status, body: { code, error } });
    const read = await gateway.call(`${path}/${pageId}`);
    expect(read).toMatchObject({ status: statusRead, body: { success: false, code, error } });
    await untilTrue(async () => (await faults(`${path}/:id`, 'page')) === before + 1);
  });

  it.each(['v1', 'v2'])(
    'in %s, returns 503 with Retry-After for a cancelled scrape, and 500 when it is read later',
    async (version) => {
      const path = `/${version}/scrape`;
      const { answer, pageId } = await scrape(
        path,
        { url: 'example.com' },
        { reason: 'cancelled', message: 'stopped' },
      );
      expect(answer).toMatchObject({ status: 503, body: { success: false, code: 'SERVICE_STOPPING' } });
      expect(answer.headers.get('retry-after')).toBe('5');
      const read = await gateway.call(`${path}/${pageId}`);
      expect(read).toMatchObject({ status: 500, body: { code: 'SCRAPE_JOB_CANCELLED', error: 'stopped' } });
      expect(read.headers.get('retry-after')).toBeNull();
    },
  );

  it.each([
    ['egress-denied', 'page'],
    ['timed-out', 'page'],
    ['cancelled', 'service'],
  ])('counts the failure %s as fault %s', async (reason, fault) => {
    const before = await faults('/v2/scrape', fault);
    await scrape('/v2/scrape', { url: 'example.com' }, { reason, message: 'what happened' });
    await untilTrue(async () => (await faults('/v2/scrape', fault)) === before + 1);
  });

  it('returns the extraction in v1 also as llm_extraction', async () => {
    const body = { url: 'example.com', formats: ['markdown', 'json'], jsonOptions: { prompt: 'the price' } };
    const { answer } = await scrape('/v1/scrape', body, { content: { json: { price: 1 } } });
    expect(answer.body.data).toMatchObject({ json: { price: 1 }, llm_extraction: { price: 1 } });
  });
});

describe('GET /scrape/:id', () => {
  it('returns 400 for an invalid id, and 404 for a page that is unknown, unfinished, expired or of another team', async () => {
    expect(await gateway.call('/v2/scrape/x')).toMatchObject({ status: 400 });
    expect(await gateway.call('/v2/scrape/3f2b8c1e-5d6a-4b7c-8e9f-0a1b2c3d4e5f')).toMatchObject({
      status: 404,
      body: { success: false, error: 'Job not found.' },
    });
    const running = gateway.call('/v2/scrape', { body: { url: 'example.com' } });
    const { pageId } = await rendered();
    expect(await gateway.call(`/v2/scrape/${pageId}`)).toMatchObject({
      status: 404,
      body: { error: 'The scrape has not finished' },
    });
    await storePage(gateway.database, pageId, { id: pageId });
    await running;
    const { key } = await insertTeam(gateway.database);
    expect(await gateway.call(`/v2/scrape/${pageId}`, { key })).toMatchObject({ status: 404 });
    await gateway.database.job.update({ where: { id: pageId }, data: { expiresAt: new Date() } });
    expect(await gateway.call(`/v2/scrape/${pageId}`)).toMatchObject({ status: 404 });
  });
});
