import { mapScope } from '@orbweaver/core';
import { crawlScope } from '@orbweaver/testing';
import { mapSpec } from '../../test/test-map';
import { MapUrls } from './map-urls';

const START = 'https://site.example/';
const a = `${START}a`;

const foundIn = (deduplicateSimilarURLs: boolean, maxUrls = 100) =>
  new MapUrls(mapScope(mapSpec(START, { scope: crawlScope({ deduplicateSimilarURLs }) })), maxUrls);

describe('MapUrls', () => {
  it('keeps the first title of a URL, and adds missing ones', () => {
    const found = foundIn(false);
    found.add(a);
    found.add(a, { title: '', description: null });
    found.add(`${a}/`, { title: 'From a link' });
    found.add(a, { title: 'Later', description: 'Words' });
    expect(found.toList()).toEqual([{ url: a, title: 'From a link', description: 'Words' }]);
  });

  it("prefers the page's own title to link texts, and adds no URL for it", () => {
    const found = foundIn(false);
    found.describe(a, { title: 'Own' });
    found.describe(START, { title: 'Start' });
    found.add(a, { title: 'Link', description: 'Words' });
    expect(found.toList()).toEqual([{ url: a, title: 'Own', description: 'Words' }]);
  });

  it('lists https and the bare host of similar URLs', () => {
    const found = foundIn(true);
    for (const url of ['http://www.site.example/a', 'https://www.site.example/a', 'http://site.example/a', a])
      found.add(url);
    expect(found.toList()).toEqual([{ url: a }]);
  });

  it('lists the start URL first with its title, once', () => {
    const found = foundIn(true);
    found.add(a);
    found.add('http://www.site.example', { title: 'Start' });
    expect(found.toListFrom(START)).toEqual([{ url: 'https://site.example', title: 'Start' }, { url: a }]);
  });

  it('drops URLs above its limit and reports once that it is full', () => {
    const found = foundIn(false, 2);
    let calls = 0;
    found.onFull(() => {
      calls += 1;
    });
    for (const path of ['a', 'a', 'b', 'c', 'd']) found.add(START + path);
    expect(found.toList().map(({ url }) => url)).toEqual([`${START}a`, `${START}b`]);
    expect({ calls, isFull: found.isFull }).toEqual({ calls: 1, isFull: true });
  });
});
