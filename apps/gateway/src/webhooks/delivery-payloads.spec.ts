import { startCrawl } from '../../test/job-calls';
import { storePage } from '../../test/rows';
import { insertTeam, startGateway, type TestGateway } from '../../test/start-gateway';
import { receiver, storeEvents } from '../../test/webhook-events';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());

const read = (id: string, key?: string) =>
  gateway.call(`/v2/webhooks/deliveries/${id}`, key === undefined ? {} : { key });

const webhook = { url: receiver, headers: { Authorization: 'secret' }, metadata: { order: '7' } };

/** A crawl with one page, and its events: started and page. */
async function startWithPage(content: Record<string, unknown>, more: object = {}) {
  const jobId = await startCrawl(gateway, { webhook, ...more });
  const pageId = await storePage(gateway.database, jobId, { content });
  const [started, page] = await storeEvents(gateway, jobId, [{}, {}]);
  await gateway.database.webhookEvent.update({ where: { id: page! }, data: { pageId } });
  return { jobId, pageId, started: started!, page: page! };
}

describe('the payload of a delivery', () => {
  it('is the body that the receiver gets, without headers', async () => {
    const { jobId, started, page } = await startWithPage({ markdown: '# Page' });
    const { body: first } = await read(started);
    const common = { success: true, id: jobId, teamId: gateway.teamId, metadata: { order: '7' } };
    expect(JSON.parse(first.payload)).toEqual({
      ...common,
      type: 'crawl.started',
      webhookId: started,
      sequence: 1,
      data: [],
    });
    const { body: second } = await read(page);
    expect(JSON.parse(second.payload)).toMatchObject({
      ...common,
      type: 'crawl.page',
      webhookId: page,
      sequence: 2,
      data: [{ markdown: '# Page', metadata: { statusCode: 200 } }],
    });
    expect(JSON.stringify([first, second])).not.toContain('secret');
  });

  it('is not returned to other teams', async () => {
    const { page } = await startWithPage({ markdown: '# Page' });
    const { key } = await insertTeam(gateway.database);
    expect(await read(page, key)).toMatchObject({ status: 404, body: { error: 'Delivery not found' } });
  });

  it('is omitted with a reason if its document is large or has expired', async () => {
    const { page, pageId } = await startWithPage({ markdown: 'x'.repeat(300_000) });
    const { body } = await read(page);
    expect(body.payload).toBeUndefined();
    expect(body.payloadOmitted).toMatch(/has \d{6} bytes; the limit is 262144\. Read it from \/v2\/scrape\//);
    await gateway.database.document.deleteMany({ where: { pageId } });
    expect((await read(page)).body.payloadOmitted).toBe('The document has expired.');
  });

  it('has a warning instead of an erased document', async () => {
    const { page, pageId } = await startWithPage({ markdown: '# Page' }, { zeroDataRetention: true });
    await gateway.database.document.deleteMany({ where: { pageId } });
    expect(JSON.parse((await read(page)).body.payload)).toMatchObject({
      warning: expect.stringContaining('erased'),
      data: [],
    });
  });
});
