import { type FixtureSite, reachablePages, startFixtureSite } from '@orbweaver/testing';
import type { ApiClient } from './api-client';
import { finishJob, requestJob, urlsOf, waitForDocuments } from './jobs';

const SLOW_MS = 600;
const FINISHES_WITHIN_MS = 150_000;

/** Time limit of a test with such a crawl. */
export const CHAOS_TEST_MS = FINISHES_WITHIN_MS + 60_000;

/** A crawl that is slow enough to disturb the system during it. */
export class ChaosCrawl {
  private constructor(
    private readonly api: ApiClient,
    private readonly site: FixtureSite,
    private readonly id: string,
    private readonly pages: number,
  ) {}

  /** `pages`: enough for the crawl to outlast the disturbance, at about 13 pages per second. */
  static async start(api: ApiClient, pages: number): Promise<ChaosCrawl> {
    const site = await startFixtureSite({ treePages: pages, treeDelayMs: SLOW_MS });
    const id = await requestJob(api, '/v2/crawl', {
      url: `${site.main}/tree/`,
      maxConcurrency: 8,
      sitemap: 'skip',
      // The pages of a killed renderer are leased again after the page timeout plus an allowance.
      scrapeOptions: { maxAge: 0, timeout: 5000 },
    });
    return new ChaosCrawl(api, site, id, pages);
  }

  /** `part`: from 0 to 1. */
  async waitForPart(part: number): Promise<void> {
    await waitForDocuments(this.api, `/v2/crawl/${this.id}`, this.pages * part);
  }

  async expectUnfinished(): Promise<void> {
    const status = await this.api.get(`/v2/crawl/${this.id}?limit=1`);
    expect(status.body).toMatchObject({ status: 'scraping' });
    expect(status.body.completed).toBeLessThan(this.pages);
  }

  async expectEveryPageOnce(): Promise<void> {
    const job = await finishJob(this.api, `/v2/crawl/${this.id}`, FINISHES_WITHIN_MS);
    expect(job.errors).toEqual([]);
    const expected = reachablePages(this.site, `${this.site.main}/tree/`, { sitemap: 'skip' });
    expect(urlsOf(job.documents)).toEqual([...expected.documents.keys()].sort());
    expect(job.status).toMatchObject({
      status: 'completed',
      completed: this.pages,
      total: this.pages,
      creditsUsed: this.pages,
    });
  }

  close(): Promise<void> {
    return this.site.close();
  }
}
