import { randomUUID } from 'node:crypto';
import type { PageOutcome, RenderPage } from '@orbweaver/contracts';
import { type CrawlScope, type Format, PageFailureReason, type ScrapeSpec, SkipReason } from '@orbweaver/core';
import {
  acceptJob,
  crawlKey,
  type Database,
  historyKey,
  type ListedUrl,
  readFrontierPages,
  requestCancel,
  type UrlKind,
  writeVersions,
} from '@orbweaver/persistence';
import { crawlScope, scrapeSpec } from '@orbweaver/testing';
import type { AssembledFrontier } from './assemble-frontier';

const scrape = scrapeSpec({ formats: [] });

export interface TestCrawl {
  url?: string;
  teamId?: string;
  scope?: Partial<CrawlScope>;
  limit?: number;
  sitemap?: 'include' | 'skip' | 'only';
  ignoreRobotsTxt?: boolean;
  delaySeconds?: number;
  maxConcurrency?: number;
  timeoutMs?: number;
  zeroDataRetention?: boolean;
  changes?: Partial<ScrapeSpec>;
  tracks?: string | null;
}

export type TestBatch = Pick<TestCrawl, 'teamId' | 'maxConcurrency' | 'changes'>;

export class TestActions {
  constructor(
    private readonly database: Database,
    private readonly frontier: AssembledFrontier,
  ) {}

  async acceptCrawl(request: TestCrawl = {}): Promise<string> {
    const {
      url = 'http://site.test/',
      teamId = randomUUID(),
      scope,
      timeoutMs = 30_000,
      zeroDataRetention,
      changes,
      tracks,
      ...rest
    } = request;
    const formats: Format[] = tracks === undefined ? [] : [{ type: 'changeTracking', modes: [], tag: tracks }];
    const id = randomUUID();
    await acceptJob(this.database, {
      id,
      teamId,
      spec: {
        kind: 'crawl',
        url,
        scope: crawlScope(scope),
        sitemap: 'skip',
        limit: 10_000,
        ignoreRobotsTxt: false,
        scrape: { ...scrape, timeoutMs, formats, ...changes },
        ...rest,
      },
      origin: 'api',
      expiresAt: new Date('2040-01-01'),
      ...(zeroDataRetention === undefined ? {} : { zeroDataRetention }),
    });
    return id;
  }

  async acceptBatch(urls: readonly string[], request: TestBatch = {}): Promise<string> {
    const { teamId = randomUUID(), changes, ...rest } = request;
    const id = randomUUID();
    const listed = urls.map((url) => ({ url, sourceUrl: url }));
    const spec = { kind: 'batch' as const, scrape: { ...scrape, ...changes }, ...rest };
    await acceptJob(this.database, {
      id,
      teamId,
      spec,
      origin: 'api',
      expiresAt: new Date('2040-01-01'),
      urls: listed,
    });
    return id;
  }

  async start(jobId: string): Promise<string> {
    const [job] = await this.database.$queryRaw<{ kind: 'batch' | 'crawl' }[]>`
      SELECT kind FROM jobs WHERE id = ${jobId}::uuid`;
    await this.frontier.starter.start(jobId);
    await this.frontier.seeder.seed({ jobId, kind: job!.kind });
    return jobId;
  }

  async revisit(jobId: string): Promise<void> {
    await this.frontier.seeder.seed({ jobId, kind: 'crawl', recalls: true });
  }

  async remember(
    teamId: string,
    urls: readonly string[],
    startUrl = 'http://site.test/',
    tag: string | null = null,
    daysAgo = 1,
  ) {
    const versions = urls.map((url) => ({
      teamId,
      key: historyKey({ url, tag }),
      pageId: randomUUID(),
      url,
      scrapedAt: new Date(Date.now() - daysAgo * 86_400_000),
      fingerprint: '00',
      markdown: new Uint8Array(),
      previousPageId: null,
      crawl: crawlKey(teamId, startUrl, tag),
      isRemoved: false,
      isReached: true,
      depth: new URL(url).pathname.split('/').length - 1,
    }));
    await this.database.$transaction((transaction) => writeVersions(transaction, versions));
  }

  crawl(request?: TestCrawl): Promise<string> {
    return this.acceptCrawl(request).then((id) => this.start(id));
  }

  batch(urls: readonly string[], request?: TestBatch): Promise<string> {
    return this.acceptBatch(urls, request).then((id) => this.start(id));
  }

  /** Runs one lease round. @returns the messages to renderers */
  async lease(): Promise<RenderPage[]> {
    const { leased } = await this.frontier.round.run();
    this.frontier.publisher.take('renderBulk');
    await this.frontier.dispatcher.dispatch(leased);
    await this.frontier.dispatcher.beforeApplicationShutdown();
    return this.frontier.publisher.take('renderBulk');
  }

  answer(page: RenderPage, outcome: PageOutcome['outcome'], outlinks: readonly string[] = []): Promise<void> {
    return this.frontier.outcomes.recordAll(page.jobId, [outcomeOf(page, outcome, outlinks)]);
  }

  async doneTogether(pages: readonly { page: RenderPage; outlinks: readonly string[] }[]): Promise<void> {
    const done = { kind: 'done', statusCode: 200 } as const;
    const jobId = pages[0]?.page.jobId ?? '';
    await this.frontier.outcomes.recordAll(
      jobId,
      pages.map(({ page, outlinks }) => outcomeOf(page, done, outlinks)),
    );
  }

  done(page: RenderPage, outlinks: readonly string[] = []): Promise<void> {
    return this.answer(page, { kind: 'done', statusCode: 200 }, outlinks);
  }

  fail(page: RenderPage, reason: 'dns' | 'too-large' | 'reset' | 'timed-out' = 'too-large'): Promise<void> {
    return this.answer(page, { kind: 'failed', failure: { reason, message: `It failed: ${reason}.` } });
  }

  async cancel(jobId: string): Promise<void> {
    await requestCancel(this.database, jobId);
    await this.frontier.canceller.cancel(jobId);
  }

  async store(page: { pageId: string; jobId: string }, state: 'done' | 'failed' = 'done'): Promise<void> {
    await this.database.$executeRaw`
      INSERT INTO pages (id, job_id, team_id, state, epoch, url, source_url, depth)
      SELECT id, job_id, gen_random_uuid(), ${state}, epoch, url, source_url, depth FROM frontier_pages
      WHERE id = ${page.pageId}::uuid
      ON CONFLICT (id) DO NOTHING`;
  }

  pages(jobId: string) {
    return this.database.frontierPage.findMany({ where: { jobId }, orderBy: { ordinal: 'asc' } });
  }

  job(jobId: string) {
    return this.database.frontierJob.findUniqueOrThrow({ where: { id: jobId } });
  }

  /** `/path: state` or `/path: reason` of every URL of the job, in the order of discovery. */
  async urls(jobId: string): Promise<string[]> {
    const urls = await this.known(jobId);
    return urls.map(({ url, reason, state }) => `${url.replace('http://site.test', '')}: ${reason ?? state}`);
  }

  /** Every URL of the job, refused ones included, in the order of discovery. */
  known(jobId: string): Promise<ListedUrl[]> {
    const kinds: UrlKind[] = [
      ...(['queued', 'leased', 'done'] as const).map((state) => ({ state, reason: null })),
      ...PageFailureReason.options.map((reason) => ({ state: 'failed' as const, reason })),
      ...SkipReason.options.map((reason) => ({ state: 'skipped' as const, reason })),
    ];
    return readFrontierPages(this.database, { jobId, kinds, after: -1, limit: 10_000 });
  }
}

export function outcomeOf(
  { pageId, jobId, epoch, url }: RenderPage,
  outcome: PageOutcome['outcome'],
  outlinks: readonly string[],
): PageOutcome {
  return { type: 'PageOutcome', pageId, jobId, epoch, outcome, finalUrl: url, outlinks: [...outlinks] };
}
