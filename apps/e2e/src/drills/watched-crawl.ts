import assert from 'node:assert/strict';
import {
  type FixtureSite,
  reachablePages,
  startFixtureSite,
  startWebhookReceiver,
  until,
  type WebhookReceiver,
} from '@orbweaver/testing';
import type { ApiClient } from '../harness/api-client';
import { finishJob, requestJob, urlsOf } from '../harness/jobs';

const DELAY_MS = 400;
const CONCURRENCY = 8;
const ENDS_WITHIN_MS = 600_000;

export interface CrawlReport {
  pages: number;
  pageEvents: number;
  /** Repeated deliveries of an event. */
  repeatedEvents: number;
}

/** A slow crawl of a site of known pages, with a webhook receiver. */
export class WatchedCrawl {
  private constructor(
    private readonly site: FixtureSite,
    private readonly receiver: WebhookReceiver,
    private readonly pages: number,
    private readonly path: string,
  ) {}

  static async start(api: ApiClient, pages: number): Promise<WatchedCrawl> {
    const site = await startFixtureSite({ treePages: pages, treeDelayMs: DELAY_MS });
    const receiver = await startWebhookReceiver();
    const id = await requestJob(api, '/v2/crawl', {
      url: `${site.main}/tree/`,
      maxConcurrency: CONCURRENCY,
      sitemap: 'skip',
      webhook: { url: receiver.url },
      scrapeOptions: { maxAge: 0, timeout: 10_000 },
    });
    return new WatchedCrawl(site, receiver, pages, `/v2/crawl/${id}`);
  }

  get scrapeUrl(): string {
    return `${this.site.main}/tree/`;
  }

  async completed(api: ApiClient): Promise<number> {
    const { status, body } = await api.get(`${this.path}?limit=1`);
    assert.equal(status, 200, JSON.stringify(body));
    return body.completed;
  }

  async waitForPart(api: () => ApiClient, part: number): Promise<void> {
    await until(`${part} of the crawl`, async () => (await this.completed(api())) >= this.pages * part, ENDS_WITHIN_MS);
  }

  /** @throws AssertionError unless every page occurs once and the job has ended once */
  async expectEveryPageOnce(api: ApiClient): Promise<CrawlReport> {
    const job = await finishJob(api, this.path, ENDS_WITHIN_MS);
    assert.deepEqual(job.errors, []);
    const expected = reachablePages(this.site, `${this.site.main}/tree/`, { sitemap: 'skip' });
    assert.deepEqual(urlsOf(job.documents), [...expected.documents.keys()].sort());
    assert.equal(job.status.status, 'completed');
    assert.equal(job.status.completed, this.pages);
    assert.equal(job.status.creditsUsed, this.pages);
    const ids = (type: string) =>
      this.receiver.deliveries.filter(({ body }) => body.type === type).map(({ headers }) => headers['webhook-id']);
    await until('the event of the end', () => ids('crawl.completed').length > 0, 60_000);
    assert.equal(new Set(ids('crawl.completed')).size, 1);
    const events = ids('crawl.page');
    return {
      pages: this.pages,
      pageEvents: new Set(events).size,
      repeatedEvents: events.length - new Set(events).size,
    };
  }

  async close(): Promise<void> {
    await this.receiver.close();
    await this.site.close();
  }
}
