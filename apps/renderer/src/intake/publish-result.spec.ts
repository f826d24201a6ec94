import type { TopicId } from '@orbweaver/contracts';
import type { Publisher } from '@orbweaver/messaging';
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

describe('what became of a page', () => {
  it.each([
    ['a scrape', {}, ['documentsInteractive']],
    ['a page of a crawl', crawlPart(), ['documentsBulk', 'pageOutcomes']],
    ['a scrape with zeroDataRetention', { zeroDataRetention: true }, ['documentsInteractive']],
    [
      'a page of a crawl with zeroDataRetention',
      { ...crawlPart(), zeroDataRetention: true },
      ['documentsBulk', 'pageOutcomes'],
    ],
  ])('is told of %s, with the mark of the page', async (_, changes, topics) => {
    const told: { topic: TopicId; message: { zeroDataRetention?: boolean } }[] = [];
    const publisher = {
      publish: async (topic: TopicId, __: string, message: object) => void told.push({ topic, message }),
    };
    const { log } = keepLog();
    const { signal: stop } = new AbortController();
    const results = new ResultPublisher({ publisher: publisher as unknown as Publisher, log, stop });
    const page = renderMessage('http://page.test/', changes);
    await results.publish(page, done);
    expect(told.map(({ topic }) => topic)).toEqual(topics);
    for (const { message } of told) expect(message.zeroDataRetention).toBe(page.zeroDataRetention);
  });
});
