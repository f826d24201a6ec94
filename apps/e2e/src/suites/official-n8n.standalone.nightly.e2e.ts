import {
  type FixtureSite,
  PDF_PAGES,
  startFixtureSite,
  startWebhookReceiver,
  treePath,
  until,
  type WebhookReceiver,
} from '@orbweaver/testing';
import type { ReplyBody } from '../harness/api-client';
import { finishJob, urlsOf } from '../harness/jobs';
import { readPicture } from '../harness/read-data-uri';
import { BOOTSTRAP_KEY, System } from '../harness/system';
import { ClientEnvironment } from '../official-client/client-environment';
import { N8nNode } from '../official-client/n8n-node';

const PAGES = 121;

describe('the official n8n nodes', () => {
  const system = System.shared();
  const environment = new ClientEnvironment();
  const node = new N8nNode(environment, `${system.baseUrls[0]}/v2`, BOOTSTRAP_KEY);
  const run = async (resource: string, operation: string, parameters?: object): Promise<ReplyBody> => {
    const { status, body } = await node.run(resource, operation, parameters);
    if (status !== 200) throw new Error(`${operation} got ${status}: ${JSON.stringify(body)}`);
    return body;
  };
  let site: FixtureSite;
  let receiver: WebhookReceiver;
  beforeAll(async () => {
    site = await startFixtureSite({ treePages: PAGES });
    receiver = await startWebhookReceiver();
  });
  afterAll(async () => {
    await node.close();
    await receiver.close();
    await site.close();
    const outside = environment.outsideHosts();
    environment.remove();
    expect(outside).toEqual([]);
  });

  const someUrls = (): string[] => [0, 1, 2, 3].map((page) => site.main + treePath(page));
  const scrapeOptions = (options: object) => ({ scrapeOptions: { options } });

  it('accepts valid and rejects invalid credentials of the n8n nodes', async () => {
    expect(await node.testCredentials()).toMatchObject({ status: 200, body: { success: true } });
    const other = new N8nNode(environment, `${system.baseUrls[0]}/v2`, 'wrong');
    expect(await other.testCredentials()).toMatchObject({ status: 401 });
    await other.close();
  });

  it("scrapes with n8n's defaults", async () => {
    const { data } = await run('Scraping', 'scrape', { url: `${site.main}/plain` });
    expect(data.markdown).toContain('# Plain');
  });

  it('scrapes for n8n with options, untouched ones as empty objects and texts', async () => {
    const options = {
      formats: { format: [{ type: 'markdown' }, { type: 'links' }, { type: 'screenshot', quality: 40 }] },
      includeTags: { items: [{ tag: 'main' }] },
      excludeTags: { items: [{ tag: 'h1' }] },
      location: { settings: { country: 'DE', languages: { language: [{ code: 'de' }] } } },
      waitFor: 100,
    };
    const answer = await node.run('Scraping', 'scrape', { url: `${site.main}/plain`, ...scrapeOptions(options) });
    expect(answer.request.body).toMatchObject({ integration: 'n8n', actions: {}, headers: {} });
    expect(answer).toMatchObject({ status: 200, body: { data: { markdown: expect.any(String) } } });
    const { data } = answer.body;
    expect(data.markdown).not.toContain('# Plain');
    expect(data.links).toContain(`${site.main}/tree/`);
    expect(readPicture(data.screenshot)).toMatchObject({ type: 'jpeg', width: 1024 });
  });

  it('scrapes for n8n with actions', async () => {
    const items = [
      { type: 'click', selector: '#ask' },
      { type: 'wait', milliseconds: 1500 },
      { type: 'press', key: 'Tab' },
      { type: 'write', text: 'some words' },
      { type: 'scroll', direction: 'down' },
      { type: 'screenshot', fullPage: true },
    ];
    const formats = { format: [{ type: 'markdown' }] };
    const url = `${site.main}/forms/delayed`;
    const { data } = await run('Scraping', 'scrape', { url, ...scrapeOptions({ formats, actions: { items } }) });
    expect(data.markdown).toContain('the answer has come');
    expect(readPicture(data.actions.screenshots[0])).toMatchObject({ type: 'png' });
  });

  it('scrapes PDFs and accepts a custom body of n8n', async () => {
    const { data } = await run('Scraping', 'scrape', { url: `${site.main}/documents/pages.pdf`, parsers: ['pdf'] });
    expect(data.metadata.numPages).toBe(PDF_PAGES);
    const customBody = JSON.stringify({ url: `${site.main}/plain`, formats: ['html'] });
    const own = await run('Scraping', 'scrape', { url: `${site.main}/`, useCustomBody: true, customBody });
    expect(own.data).toMatchObject({ html: expect.stringContaining('<h1>Plain</h1>') });
  });

  it('runs a batch of n8n with status, errors and webhooks', async () => {
    const settings = { url: receiver.url, headers: { header: [{ key: 'X-Mine', value: 'yes' }] } };
    const urls = [...someUrls(), `${site.main}/redirects/loop-a`].join('\n');
    const formats = { format: [{ type: 'markdown' }] };
    const options = scrapeOptions({ formats, webhook: { settings } });
    const { id } = await run('Scraping', 'batchScrape', { urls, ...options });
    await finishJob(system.api(), `/v2/batch/scrape/${id}`);
    const job = await run('Scraping', 'batchScrapeStatus', { batchId: id });
    expect(job).toMatchObject({ status: 'completed', completed: 4 });
    expect(new Set(urlsOf(job.data)).size).toBe(4);
    const { errors } = await run('Scraping', 'batchScrapeErrors', { batchId: id });
    expect(errors).toMatchObject([{ url: `${site.main}/redirects/loop-a` }]);
    const completed = () => receiver.deliveries.find(({ body }) => body.type === 'batch_scrape.completed');
    const { headers } = await until('the webhook of the end', completed, 30_000);
    expect(headers['x-mine']).toBe('yes');
  });

  it('cancels a batch of n8n', async () => {
    const { id } = await run('Scraping', 'batchScrape', { urls: `${site.main}/hanging` });
    expect(await run('Scraping', 'cancelBatchScrape', { batchId: id })).toMatchObject({ status: 'cancelled' });
    expect(await run('Scraping', 'batchScrapeStatus', { batchId: id })).toMatchObject({ status: 'cancelled' });
  });

  it("crawls with n8n's defaults, which request 100 pages at once", async () => {
    const answer = await node.run('Crawling', 'crawl', { url: `${site.main}/tree/` });
    expect(answer).toMatchObject({ status: 200, request: { body: { limit: 500, maxConcurrency: 100, prompt: '' } } });
    await finishJob(system.api(), `/v2/crawl/${answer.body.id}`);
    const job = await run('Crawling', 'getCrawlStatus', { crawlId: answer.body.id });
    expect(job).toMatchObject({ status: 'completed', completed: PAGES, next: expect.stringContaining('?skip=') });
    expect(await run('Crawling', 'getCrawlErrors', { crawlId: answer.body.id })).toMatchObject({ errors: [] });
  });

  it('crawls for n8n with options, lists the crawl as active and cancels it', async () => {
    const { id } = await run('Crawling', 'crawl', {
      url: `${site.main}/calendar/`,
      includePaths: { items: [{ path: 'calendar/.*' }] },
      excludePaths: { items: [{ path: 'tree/.*' }] },
      crawlOptions: { ignoreQueryParameters: true, allowExternalLinks: false, allowSubdomains: false },
      delay: 1,
      limit: 30,
    });
    const { crawls } = await run('Crawling', 'crawlActive');
    expect(crawls.map((crawl: { id: string }) => crawl.id)).toContain(id);
    expect(await run('Crawling', 'cancelCrawl', { crawlId: id })).toMatchObject({ status: 'cancelled' });
  });

  it("returns the team's usage to n8n", async () => {
    const { data } = await run('Account', 'teamCreditUsage');
    expect(data).toMatchObject({ remainingCredits: expect.any(Number) });
    expect(await run('Account', 'creditUsageHistorical')).toMatchObject({ periods: expect.any(Array) });
    expect(await run('Account', 'teamQueueStatus')).toMatchObject({ jobsInQueue: expect.any(Number) });
  });

  it('map a site', async () => {
    const { links } = await run('MapSearch', 'map', { url: `${site.main}/tree/` });
    expect(links.map(({ url }: { url: string }) => url)).toContain(`${site.main}${treePath(1)}`);
  });
});
