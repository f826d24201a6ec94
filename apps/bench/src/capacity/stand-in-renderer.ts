import { setTimeout as pause } from 'node:timers/promises';
import { type RenderPage, topics } from '@orbweaver/contracts';
import { siteDomain } from '@orbweaver/core';
import { extractPage, packBody } from '@orbweaver/extraction';
import { createKafkaTransport, type Publisher } from '@orbweaver/messaging';
import { scrapeSpec } from '@orbweaver/testing';
import { LINKS_PER_PAGE } from '../crawl/site';
import { makePages } from '../make-pages';

/**
 * A renderer without fetching and extraction: each page takes a given time, uses no CPU and returns a prepared
 * document. Isolates the cost of all other services. Run with KAFKA_BROKERS, SLOTS and DELAY_MS.
 */
const { KAFKA_BROKERS = '', SLOTS = '16', DELAY_MS = '0' } = process.env;
const TEMPLATES = 8;
const ELSEWHERE = 5;
const CHILDREN = 4;

interface Template {
  content: Uint8Array<ArrayBuffer>;
  jsonBytes: number;
  body: Uint8Array<ArrayBuffer>;
}

async function makeTemplates(): Promise<Template[]> {
  const spec = scrapeSpec({ formats: [{ type: 'markdown' }, { type: 'links' }] });
  const url = 'http://site.test/';
  const templates: Template[] = [];
  for (const { body } of makePages(TEMPLATES)) {
    const headers = { 'content-type': 'text/html; charset=utf-8' };
    const capture = { url, sourceUrl: url, status: 200, headers, body, engine: 'http', proxyUsed: 'basic' } as const;
    const options = { wantsDocument: true, wantsOutlinks: true, detectShell: false };
    const extracted = await extractPage(capture, spec, options);
    if (extracted.kind !== 'document') throw new Error('a generated page returned no document');
    templates.push({
      content: extracted.content as Uint8Array<ArrayBuffer>,
      jsonBytes: extracted.jsonBytes,
      body: packBody(body),
    });
  }
  return templates;
}

/** URLs are `/NAME/COUNT/INDEX`; every page but the first is the child of one. */
function linksOf(url: string): string[] {
  const { origin, pathname } = new URL(url);
  const [, name, count, index] = pathname.split('/');
  const [pages, at] = [Number(count), Number(index)];
  const inner = Array.from({ length: LINKS_PER_PAGE }, (_, link) => {
    const child = at * CHILDREN + link + 1;
    return `${origin}/${name}/${count}/${link < CHILDREN && child < pages ? child : (at * 7919 + link * 104_729) % pages}`;
  });
  const outer = Array.from({ length: ELSEWHERE }, (_, link) => `https://elsewhere.example/${link}`);
  return [...new Set([...inner, ...outer])];
}

async function answer(publisher: Publisher, page: RenderPage, { content, jsonBytes, body }: Template): Promise<void> {
  const { pageId, jobId, teamId, epoch, url, sourceUrl, depth } = page;
  const capture = {
    url,
    status: 200,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    engine: 'http' as const,
    isPdf: false,
    isPublic: true,
    capturedAt: Date.now(),
  };
  await publisher.publish('documentsBulk', pageId, {
    ...{ type: 'PageDocument', pageId, jobId, teamId, epoch, url, sourceUrl, depth, renderedAt: Date.now() },
    result: {
      kind: 'done',
      metadata: {
        title: 'A page',
        sourceURL: sourceUrl,
        url,
        statusCode: 200,
        contentType: 'text/html',
        proxyUsed: 'basic',
      },
      engine: 'http',
      jsonBytes,
    },
    content,
    ...(page.keepCapture ? { capture, captureBody: body } : {}),
  } as Parameters<typeof publisher.publish<'documentsBulk'>>[2]);
  await publisher.publish('pageOutcomes', siteDomain(new URL(url)), {
    ...{ type: 'PageOutcome', pageId, jobId, epoch, finalUrl: url },
    outcome: { kind: 'done', statusCode: 200 },
    outlinks: page.crawl?.wantsOutlinks ? linksOf(url) : [],
  } as Parameters<typeof publisher.publish<'pageOutcomes'>>[2]);
}

async function main(): Promise<void> {
  const templates = await makeTemplates();
  const transport = createKafkaTransport({
    brokers: KAFKA_BROKERS.split(','),
    clientId: 'stand-in-renderer',
    concurrency: Number(SLOTS),
  });
  const consumer = transport.consumer({ service: 'renderer', audience: 'shared' });
  let turn = 0;
  consumer.addHandler(
    topics.renderBulk.name,
    async (page: RenderPage) => {
      await pause(Number(DELAY_MS));
      turn += 1;
      await answer(transport.publisher, page, templates[turn % templates.length] as Template);
    },
    true,
  );
  await new Promise<void>((resolve, reject) => {
    consumer.listen((error?: unknown) => (error === undefined ? resolve() : reject(error)));
  });
  process.send?.('ready');
  process.once('disconnect', () => process.exit());
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
  process.exit(1);
});
