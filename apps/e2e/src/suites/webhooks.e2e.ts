import { createHmac } from 'node:crypto';
import {
  type FixtureSite,
  type ReceivedWebhook,
  startFixtureSite,
  startWebhookReceiver,
  treePath,
  until,
  type WebhookReceiver,
} from '@orbweaver/testing';
import { requestJob, runJob, waitForDocuments, waitForEnd } from '../harness/jobs';
import { readWebhookSecret } from '../harness/read-webhook-secret';
import { System } from '../harness/system';

describe('webhooks', () => {
  const api = System.shared().api();
  let site: FixtureSite;
  let receiver: WebhookReceiver;
  beforeEach(async () => {
    site = await startFixtureSite({ treePages: 4 });
    receiver = await startWebhookReceiver();
  });
  afterEach(async () => {
    await receiver.close();
    await site.close();
  });

  const delivered = (type: string): ReceivedWebhook[] =>
    receiver.deliveries.filter((delivery) => delivery.status === 200 && delivery.body.type === type);
  const waitFor = (type: string, withinMs = 15_000) =>
    until(`webhook ${type}`, () => delivered(type).length > 0, withinMs);

  const jobs: [string, string, () => object][] = [
    ['/v1/crawl', 'crawl', () => ({ url: `${site.main}/tree/` })],
    ['/v2/crawl', 'crawl', () => ({ url: `${site.main}/tree/` })],
    ['/v1/batch/scrape', 'batch_scrape', () => ({ urls: [0, 1, 2, 3].map((page) => site.main + treePath(page)) })],
    ['/v2/batch/scrape', 'batch_scrape', () => ({ urls: [0, 1, 2, 3].map((page) => site.main + treePath(page)) })],
  ];

  it.each(jobs)('delivers start, every page and end of %s', async (path, kind, makeBody) => {
    const webhook = { url: receiver.url, headers: { 'X-Mine': 'yes' }, metadata: { order: '42' } };
    const { teamId, secret } = await readWebhookSecret(api);
    const job = await runJob(api, path, { ...makeBody(), webhook });
    await waitFor(`${kind}.completed`);

    const types = receiver.deliveries.map((delivery) => delivery.body.type);
    expect(types).toEqual([`${kind}.started`, ...Array(4).fill(`${kind}.page`), `${kind}.completed`]);
    for (const { headers, body, raw } of receiver.deliveries) {
      expect(body).toMatchObject({ success: true, id: job.id, teamId, metadata: { order: '42' } });
      expect(headers).toMatchObject({ 'content-type': 'application/json', 'x-mine': 'yes' });
      const signature = createHmac('sha256', secret).update(raw).digest('hex');
      expect(headers['x-firecrawl-signature']).toBe(`sha256=${signature}`);
    }
    expect(delivered(`${kind}.started`)[0]?.body.data).toEqual([]);
    expect(delivered(`${kind}.completed`)[0]?.body.data).toEqual([]);
    const pages = delivered(`${kind}.page`).flatMap((delivery) => delivery.body.data as object[]);
    const byId = (a: object, b: object) => JSON.stringify(a).localeCompare(JSON.stringify(b));
    expect(pages.sort(byId)).toEqual([...job.documents].sort(byId));
  });

  it('delivers only subscribed events, or all for a plain URL', async () => {
    const url = `${site.main}/tree/`;
    await runJob(api, '/v2/crawl', { url, webhook: { url: receiver.url, events: ['completed'] } });
    await waitFor('crawl.completed');
    expect(receiver.deliveries.map((delivery) => delivery.body.type)).toEqual(['crawl.completed']);
    await runJob(api, '/v2/crawl', { url, limit: 1, webhook: receiver.url });
    await until('three more deliveries', () => receiver.deliveries.length === 4, 15_000);
  });

  it('retries webhook events with the same id and counts them once', async () => {
    receiver.failNext(2);
    const webhook = { url: receiver.url, events: ['completed'] };
    await runJob(api, '/v2/crawl', { url: `${site.main}/tree/`, webhook });
    await waitFor('crawl.completed', 45_000);
    expect(receiver.deliveries.map((delivery) => delivery.status)).toEqual([500, 500, 200]);
    const ids = new Set(receiver.deliveries.map((delivery) => delivery.body.webhookId));
    expect([...ids]).toEqual([expect.any(String)]);
  });

  it('delivers no end event for a cancelled job', async () => {
    const id = await requestJob(api, '/v2/crawl', { url: `${site.main}/calendar/`, delay: 0.2, webhook: receiver.url });
    await waitForDocuments(api, `/v2/crawl/${id}`, 1);
    await api.delete(`/v2/crawl/${id}`);
    await waitForEnd(api, `/v2/crawl/${id}`);
    await waitFor('crawl.page');
    const types = new Set(receiver.deliveries.map((delivery) => delivery.body.type));
    expect([...types]).toEqual(['crawl.started', 'crawl.page']);
  });
});
