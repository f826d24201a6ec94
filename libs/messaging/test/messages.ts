import { randomUUID } from 'node:crypto';
import type { MessageOf } from '@orbweaver/contracts';
import { scrapeSpec } from '@orbweaver/testing';

export const startJob = (jobId: string = randomUUID()): MessageOf<'jobCommands'> => ({ type: 'StartJob', jobId });

export const pageOutcome = (jobId: string, n: number): MessageOf<'pageOutcomes'> => ({
  type: 'PageOutcome',
  pageId: randomUUID(),
  jobId,
  epoch: 1,
  outcome: { kind: 'done', statusCode: 200 },
  finalUrl: `https://example.com/${n}`,
  outlinks: [],
});

export const jobSettled = (jobId: string, n: number): MessageOf<'jobSettled'> => ({
  type: 'JobSettled',
  jobId,
  reason: 'finished',
  pages: n,
  urlLists: 0,
});

export const numberOf = (outcome: MessageOf<'pageOutcomes'>): number => Number(outcome.finalUrl.split('/').pop());

export const pageDocument = (content: Uint8Array, pageId = randomUUID()): MessageOf<'documentsBulk'> => ({
  type: 'PageDocument',
  pageId,
  jobId: randomUUID(),
  teamId: randomUUID(),
  epoch: 1,
  url: 'https://example.com/',
  sourceUrl: 'https://example.com',
  depth: 0,
  renderedAt: Date.now(),
  result: {
    kind: 'done',
    metadata: {
      sourceURL: 'https://example.com',
      url: 'https://example.com/',
      statusCode: 200,
      proxyUsed: 'basic',
      title: 'Ünïcode',
      'og:image': ['a', 'b'],
    },
    engine: 'http',
    jsonBytes: content.byteLength,
  },
  content,
});

export const renderPage = (pageId = randomUUID()): MessageOf<'renderBulk'> => ({
  type: 'RenderPage',
  pageId,
  jobId: randomUUID(),
  teamId: randomUUID(),
  kind: 'crawl',
  url: 'https://example.com/',
  sourceUrl: 'https://example.com',
  spec: scrapeSpec(),
  depth: 1,
  epoch: 1,
  attempt: 1,
  deferrals: 0,
  deadlineAt: Date.now() + 60_000,
  crawl: {
    wantsDocument: true,
    dedup: { ignoreQueryParameters: false, deduplicateSimilarURLs: true },
    wantsOutlinks: true,
  },
});
