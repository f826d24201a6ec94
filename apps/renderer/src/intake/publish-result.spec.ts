import type { PageDocument, PageOutcome, TopicId } from '@orbweaver/contracts';
import { MessageTooLargeError, type Publisher, type PublishOptions } from '@orbweaver/messaging';
import { keepLog } from '../../test/quiet-log';
import { crawlPart, renderMessage } from '../../test/render-message';
import type { PageResult } from '../page/page-result';
import { ResultPublisher } from './publish-result';

const done: PageResult = {
  kind: 'done',
  engine: 'http',
  metadata: { sourceURL: 'http://page.test/', url: 'http://page.test/', statusCode: 200, proxyUsed: 'basic' },
  content: Buffer.from('{}'),
  jsonBytes: 2,
  finalUrl: 'http://page.test/',
  outlinks: ['http://page.test/a'],
};

describe('ResultPublisher', () => {
  it.each([
    ['a scrape', {}, ['documentsInteractive']],
    ['a page of a crawl', crawlPart(), ['documentsBulk', 'pageOutcomes']],
    ['a scrape with zeroDataRetention', { zeroDataRetention: true }, ['documentsInteractive']],
    [
      'a page of a crawl with zeroDataRetention',
      { ...crawlPart(), zeroDataRetention: true },
      ['documentsBulk', 'pageOutcomes'],
    ],
  ])('publishes %s with the retention mark', async (_, changes, topics) => {
    const told: { topic: TopicId; message: { zeroDataRetention?: boolean } }[] = [];
    const publisher = {
      publish: async (topic: TopicId, __: string, message: object) => void told.push({ topic, message }),
    };
    const { log } = keepLog();
    const { signal: stop } = new AbortController();
    const results = new ResultPublisher({
      publisher: publisher as unknown as Publisher,
      log,
      clock: () => new Date(),
      stop,
      isSaturated: () => false,
    });
    const page = renderMessage('http://page.test/', changes);
    await results.publish(page, done);
    expect(told.map(({ topic }) => topic)).toEqual(topics);
    for (const { message } of told) expect(message.zeroDataRetention).toBe(page.zeroDataRetention);
  });

  it.each([
    ['http://docs.example.co.uk/a', 'example.co.uk'],
    ['http://me.github.io/', 'me.github.io'],
    ['http://127.0.0.1:8080/', '127.0.0.1'],
  ])('publishes the outcome of %s with the key %s, the registrable domain', async (url, domain) => {
    const keys = new Map<TopicId, string>();
    const publish = async (topic: TopicId, key: string) => void keys.set(topic, key);
    const { log } = keepLog();
    const { signal: stop } = new AbortController();
    const publisher = { publish } as unknown as Publisher;
    const page = renderMessage(url, crawlPart());
    await new ResultPublisher({ publisher, log, clock: () => new Date(), stop, isSaturated: () => false }).publish(
      page,
      done,
    );
    expect(Object.fromEntries(keys)).toEqual({ documentsBulk: page.pageId, pageOutcomes: domain });
  });

  it.each<[PageResult, object]>([
    [
      { ...done, metadata: { ...done.metadata, title: 'Page' }, linkTexts: ['A'] },
      {
        kind: 'done',
        statusCode: 200,
        finalUrl: 'http://page.test/',
        title: 'Page',
        outlinks: ['http://page.test/a'],
        linkTexts: ['A'],
      },
    ],
    [
      { kind: 'deferred', engine: 'http', finalUrl: 'http://page.test/', retryAfterMs: 2000 },
      { kind: 'deferred', retryAfterMs: 2000 },
    ],
    [
      { kind: 'failed', engine: 'http', failure: { reason: 'dns', message: 'No such host.' } },
      { kind: 'failed', failure: { reason: 'dns', message: 'No such host.' } },
    ],
  ])('returns the page of a map to the frontier, and no document: %j', async (result, expected) => {
    const told: object[] = [];
    const publish = async (topic: TopicId, key: string, message: object) => void told.push({ topic, key, message });
    const { log } = keepLog();
    const { signal: stop } = new AbortController();
    const publisher = { publish } as unknown as Publisher;
    const page = renderMessage('http://page.test/', { mapId: '0198a7c2-5d10-7a31-9c44-1f2e3d4c5b6a' });
    await new ResultPublisher({ publisher, log, clock: () => new Date(), stop, isSaturated: () => false }).publish(
      page,
      result,
    );
    const { mapId, pageId } = page;
    expect(told).toEqual([
      { topic: 'mapWork', key: mapId, message: { type: 'PageMapped', mapId, pageId, result: expected } },
    ]);
  });

  const keep = { capture: {} as never, body: Buffer.from('kept') };
  const small = { hasContent: true, hasCapture: false };

  it.each<[string, object, PageResult, object[]]>([
    [
      'a scrape, without the fields for the cache',
      {},
      { ...done, keep },
      [{ topic: 'documentsInteractive', kind: 'done', ...small }],
    ],
    [
      'a page of a crawl, without the fields for the cache',
      crawlPart(),
      { ...done, keep },
      [
        { topic: 'documentsBulk', kind: 'done', ...small },
        { topic: 'pageOutcomes', kind: 'done' },
      ],
    ],
    [
      'a scrape, as a failure',
      {},
      { ...done, content: Buffer.from('too large') },
      [{ topic: 'documentsInteractive', kind: 'failed', reason: 'too-large' }],
    ],
    [
      'a page of a crawl, as a failure',
      crawlPart(),
      { ...done, content: Buffer.from('too large'), keep },
      [{ topic: 'pageOutcomes', kind: 'failed', reason: 'too-large' }],
    ],
  ])('reports a result that exceeds the message size limit: %s', async (_, changes, result, expected) => {
    const told: object[] = [];
    const publish = async (topic: TopicId, __: string, message: PageDocument | PageOutcome) => {
      const document = message.type === 'PageDocument' ? message : undefined;
      if (document?.captureBody !== undefined || document?.content?.byteLength === 9) throw new MessageTooLargeError();
      const end = document?.result ?? (message as PageOutcome).outcome;
      told.push({
        topic,
        kind: end.kind,
        ...('failure' in end ? { reason: end.failure.reason } : {}),
        ...(document?.content ? { hasContent: true, hasCapture: document.capture !== undefined } : {}),
      });
    };
    const { signal: stop } = new AbortController();
    const results = new ResultPublisher({
      publisher: { publish } as never,
      log: keepLog().log,
      clock: () => new Date(),
      stop,
      isSaturated: () => false,
    });
    await results.publish(renderMessage('http://page.test/', changes), result);
    expect(told).toEqual(expected);
  });

  it.each([
    [
      'a page of a crawl while pages wait for extraction',
      crawlPart(),
      true,
      { documentsBulk: true, pageOutcomes: false },
    ],
    ['a page of a crawl while threads are free', crawlPart(), false, { documentsBulk: false, pageOutcomes: false }],
    ['a scrape while pages wait for extraction', {}, true, { documentsInteractive: false }],
  ])('lets only documents of saturated jobs linger: %s', async (_, changes, isSaturated, expected) => {
    const lingers: Record<string, boolean> = {};
    const publish = async (topic: TopicId, _key: string, _message: object, options?: PublishOptions) => {
      lingers[topic] = (options?.lingerMs ?? 0) > 0;
    };
    const results = new ResultPublisher({
      publisher: { publish } as never,
      log: keepLog().log,
      clock: () => new Date(),
      stop: new AbortController().signal,
      isSaturated: () => isSaturated,
    });
    await results.publish(renderMessage('http://page.test/', changes), done);
    expect(lingers).toEqual(expected);
  });
});
