import type { Capture } from '@orbweaver/extraction';
import { crawlPart, renderMessage } from '../../test/render-message';
import { deferredResult, retryAfterMs } from './deferral';

const NOW = Date.parse('Wed, 21 Oct 2015 07:28:00 GMT');

describe('deferredResult', () => {
  const url = 'http://page.test/';
  const busy = { url, status: 429, engine: 'http', headers: { 'retry-after': '7' } } as unknown as Capture;

  it.each<[string, object, number | undefined]>([
    ['a page of a crawl', crawlPart(), 7000],
    ['a page of a map', { mapId: '0198a7c2-5d10-7a31-9c44-1f2e3d4c5b6a' }, 7000],
    ['a scrape', {}, undefined],
  ])('waits for the host of %s after 429, with %j: %s ms', (_, changes, waitMs) => {
    expect(deferredResult(renderMessage(url, changes), busy)?.retryAfterMs).toBe(waitMs);
  });
});

describe('retryAfterMs', () => {
  it.each<[string, string | undefined, number, number]>([
    ['seconds', '120', 0, 120_000],
    ['a future date', 'Wed, 21 Oct 2015 07:29:00 GMT', 0, 60_000],
    ['a past date', 'Wed, 21 Oct 2015 07:00:00 GMT', 0, 1_000],
    ['no header', undefined, 0, 10_000],
    ['no header for the third time', undefined, 2, 40_000],
    ['nonsense', 'soon', 0, 10_000],
    ['a negative time', '-7', 0, 10_000],
    ['zero', '0', 0, 1_000],
    ['a year', '31536000', 0, 3_600_000],
  ])('reads %s', (_, header, deferrals, expected) => {
    expect(retryAfterMs(header, deferrals, NOW)).toBe(expected);
  });

  it('reads a date relative to the Date header of the response', () => {
    const tenMinutesLater = 'Wed, 21 Oct 2015 07:38:00 GMT';
    expect(retryAfterMs('Wed, 21 Oct 2015 07:38:30 GMT', 0, NOW, tenMinutesLater)).toBe(30_000);
  });
});
