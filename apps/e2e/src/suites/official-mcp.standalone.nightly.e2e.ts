import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  type FixtureSite,
  startFixtureSite,
  startWebhookReceiver,
  treePath,
  until,
  type WebhookReceiver,
} from '@orbweaver/testing';
import type { ReplyBody } from '../harness/api-client';
import { requestJob, urlsOf } from '../harness/jobs';
import { readPicture } from '../harness/read-data-uri';
import { BOOTSTRAP_KEY, System } from '../harness/system';
import { ClientEnvironment } from '../official-client/client-environment';
import { McpClient } from '../official-client/mcp-client';

const PAGES = 121;

describe('the official MCP server', () => {
  const system = System.shared();
  const environment = new ClientEnvironment();
  const mcp = new McpClient(environment, system.baseUrls[0]!, BOOTSTRAP_KEY);
  const call = async (tool: string, args: Record<string, unknown>): Promise<ReplyBody> => {
    const answer = await mcp.call(`firecrawl_${tool}`, args);
    if ('failure' in answer) throw new Error(answer.failure);
    return answer.result;
  };
  let site: FixtureSite;
  let receiver: WebhookReceiver;
  beforeAll(async () => {
    site = await startFixtureSite({ treePages: PAGES });
    receiver = await startWebhookReceiver();
    await mcp.connect();
  });
  afterAll(async () => {
    await mcp.close();
    await receiver.close();
    await site.close();
    const outside = environment.outsideHosts();
    environment.remove();
    expect(outside).toEqual([]);
  });

  it('lists its tools', async () => {
    const names = ['firecrawl_scrape', 'firecrawl_crawl', 'firecrawl_check_crawl_status', 'firecrawl_credit_usage'];
    expect(await mcp.toolNames()).toEqual(expect.arrayContaining(names));
  });

  it('scrapes a page to Markdown', async () => {
    const document = await call('scrape', { url: `${site.main}/plain` });
    expect(document).toMatchObject({ markdown: expect.stringContaining('# Plain'), metadata: { statusCode: 200 } });
  });

  it('parses a file of its disk', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'orbweaver-mcp-'));
    const filePath = path.join(folder, 'hours.html');
    writeFileSync(filePath, '<h1>Opening hours</h1>');
    const parsed = await call('parse', {
      filePath,
      formats: ['markdown'],
      onlyMainContent: true,
      maxAge: 0,
      storeInCache: false,
    });
    rmSync(folder, { recursive: true });
    expect(JSON.stringify(parsed)).toContain('# Opening hours');
  });

  it('scrapes with its options and actions', async () => {
    const document = await call('scrape', {
      url: `${site.main}/forms/delayed`,
      formats: ['markdown', 'html', 'rawHtml', 'links', 'screenshot'],
      screenshotOptions: { fullPage: false, quality: 40, viewport: { width: 700, height: 500 } },
      onlyMainContent: true,
      includeTags: ['main'],
      excludeTags: ['h1'],
      waitFor: 100,
      timeout: 30_000,
      mobile: false,
      skipTlsVerification: true,
      removeBase64Images: true,
      location: { country: 'DE', languages: ['de'] },
      proxy: 'auto',
      parsers: ['pdf'],
      pdfOptions: { maxPages: 2 },
      maxAge: 0,
      storeInCache: false,
      zeroDataRetention: false,
      actions: [
        { type: 'click', selector: '#ask' },
        { type: 'wait', selector: '#answer' },
        { type: 'scroll', direction: 'down' },
        { type: 'executeJavascript', script: 'navigator.language' },
      ],
    });
    expect(document.markdown).toContain('the answer has come');
    expect(document.markdown).not.toContain('# Delayed');
    expect(document).toMatchObject({ html: expect.any(String), rawHtml: expect.any(String), links: [] });
    expect(readPicture(document.screenshot)).toMatchObject({ type: 'jpeg', width: 700 });
    expect(document.actions.javascriptReturns).toEqual([{ type: 'string', value: 'de' }]);
  });

  it('crawls, waits, reads all pages of documents and receives webhooks', async () => {
    const job = await call('crawl', {
      url: `${site.main}/tree/`,
      limit: 500,
      maxDiscoveryDepth: 9,
      includePaths: ['/tree/'],
      excludePaths: ['/calendar/'],
      sitemap: 'skip',
      allowExternalLinks: false,
      allowSubdomains: false,
      crawlEntireDomain: false,
      deduplicateSimilarURLs: true,
      ignoreQueryParameters: true,
      maxConcurrency: 20,
      webhook: receiver.url,
      webhookHeaders: { 'X-Mine': 'yes' },
      scrapeOptions: { formats: ['markdown', 'links'], onlyMainContent: true, maxAge: 0 },
    });
    expect(job).toMatchObject({ status: 'completed', completed: PAGES, total: PAGES });
    expect(new Set(urlsOf(job.data)).size).toBe(PAGES);
    const completed = () => receiver.deliveries.find(({ body }) => body.type === 'crawl.completed');
    const { headers, body } = await until('the webhook of the end', completed, 30_000);
    expect([headers['x-mine'], body.id]).toEqual(['yes', job.id]);
  });

  it('reads the status of a crawl', async () => {
    const id = await requestJob(system.api(), '/v2/crawl', { url: `${site.main}/calendar/`, delay: 1 });
    expect(await call('check_crawl_status', { id })).toMatchObject({ id, status: 'scraping' });
    await system.api().delete(`/v2/crawl/${id}`);
    expect(await call('check_crawl_status', { id })).toMatchObject({ id, status: 'cancelled' });
  });

  it("reads the team's usage", async () => {
    expect(await call('credit_usage', {})).toMatchObject({ remainingCredits: expect.any(Number) });
  });

  it('maps a site', async () => {
    const { links } = await call('map', { url: `${site.main}/tree/`, limit: 20 });
    expect(links.map(({ url }: { url: string }) => url)).toContain(`${site.main}${treePath(1)}`);
  });

  it.each<[string, string, () => Record<string, unknown>, string]>([
    ['a page that never comes', 'scrape', () => ({ url: `${site.main}/hanging`, timeout: 1000 }), 'Scrape timed out'],
    ['an address that is none', 'scrape', () => ({ url: 'ftp://127.0.0.1/' }), 'URL uses unsupported protocol'],
    ['a loop', 'scrape', () => ({ url: `${site.main}/redirects/loop-a` }), 'ERR_TOO_MANY_REDIRECTS'],
    [
      'a feature that is not there',
      'agent',
      () => ({ prompt: 'find lamps' }),
      'Not found: POST /v2/agent. This service has no agent operation. See /docs.',
    ],
  ])("returns the service's error for %s", async (_what, tool, args, message) => {
    expect(await mcp.call(`firecrawl_${tool}`, args())).toEqual({ failure: expect.stringContaining(message) });
  });
});
