import { gunzipSync } from 'node:zlib';
import type { ChangeTracking, DedupOptions, DocumentContent, Format } from '@orbweaver/core';
import { crawlKey, readCrawlHistory } from '@orbweaver/persistence';
import { type ResultsHarness, startResultsHarness } from './results-harness';
import { type DocumentOptions, testDocument } from './test-document';

export const PAGE_URL = 'http://site.test/page';

export interface Scrape {
  teamId: string;
  url?: string;
  markdown?: string;
  tag?: string | null;
  modes?: ('git-diff' | 'json')[];
  statusCode?: number;
  hidden?: boolean;
  dedup?: DedupOptions;
  kind?: 'scrape' | 'batch' | 'crawl';
  isPlain?: boolean;
  zeroDataRetention?: boolean;
  formats?: Format[];
  metadata?: DocumentOptions['metadata'];
  renderedAt?: number;
  more?: Partial<DocumentOptions>;
}

export function changeTrackingHarness() {
  let results: ResultsHarness;
  beforeAll(async () => {
    results = await startResultsHarness();
  });
  afterAll(() => results.close());

  async function message({ teamId, markdown = 'Hello', tag = null, modes = ['git-diff'], ...scrape }: Scrape) {
    const { url = PAGE_URL, statusCode = 200, kind = 'scrape', isPlain = false, hidden, dedup } = scrape;
    const tracking = { modes, tag, ...(hidden && { hidden }), ...(dedup && { dedup }) };
    const formats: Format[] = scrape.formats ?? [
      { type: 'markdown' },
      ...(isPlain ? [] : [{ type: 'changeTracking' as const, modes, tag }]),
    ];
    const jobId = await results.insertJob({ teamId, kind, formats, zeroDataRetention: scrape.zeroDataRetention });
    const document = testDocument(jobId, {
      url,
      teamId,
      content: { markdown },
      metadata: { statusCode, ...scrape.metadata },
      ...(kind === 'scrape' && { pageId: jobId }),
      ...(isPlain ? {} : { changeTracking: tracking }),
      ...scrape.more,
    });
    return { ...document, renderedAt: scrape.renderedAt ?? document.renderedAt };
  }

  /** The history for a crawl that is accepted in a minute. */
  async function rememberedOf(teamId: string, tag: string | null = null): Promise<string[]> {
    const jobId = await results.insertJob({ createdAt: new Date(Date.now() + 60_000) });
    const crawl = crawlKey(teamId, 'http://site.test/', tag);
    const pages = await readCrawlHistory(results.database, { jobId, crawl, after: '', limit: 9 });
    return pages.map(({ url }) => url);
  }

  async function contentOf(pageId: string): Promise<DocumentContent> {
    const { content, jsonBytes } = await results.database.document.findUniqueOrThrow({ where: { pageId } });
    const json = gunzipSync(content!);
    expect(json.byteLength).toBe(jsonBytes);
    return JSON.parse(json.toString()) as DocumentContent;
  }

  async function scrape(options: Scrape): Promise<ChangeTracking | undefined> {
    const document = await message(options);
    await results.store(document);
    return (await contentOf(document.pageId)).changeTracking;
  }

  const versions = (teamId: string) => results.database.pageHistory.findMany({ where: { teamId } });

  return {
    get results(): ResultsHarness {
      return results;
    },
    message,
    scrape,
    contentOf,
    rememberedOf,
    versions,
  };
}
