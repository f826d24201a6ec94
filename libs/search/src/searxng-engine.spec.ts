import { type Searxng, type SearxngFault, type SearxngResult, startSearxng, until } from '@orbweaver/testing';
import type { SearchQuery } from './search-engine';
import { SearxngEngine } from './searxng-engine';

let searxng: Searxng;
let engine: SearxngEngine;

beforeAll(async () => {
  searxng = await startSearxng({ pageSize: 10 });
  engine = new SearxngEngine({ baseUrl: searxng.url, timeoutMs: 1_000 });
});
afterAll(() => searxng.close());
beforeEach(() => {
  searxng.results(() => []);
  searxng.unresponsive();
  searxng.next();
});

const forever = new AbortController().signal;
const ask = (changes: Partial<SearchQuery> = {}, signal = forever) =>
  engine.search({ text: 'spiders', source: 'web', limit: 10, ...changes }, signal);
const numbered = (count: number): SearxngResult[] =>
  Array.from({ length: count }, (_, index) => ({ url: `https://a.example/${index}`, title: `Title ${index}` }));
const asked = () => searxng.requests.slice(-1)[0];

describe('SearxngEngine', () => {
  it.each<[title: string, changes: Partial<SearchQuery>, query: object]>([
    ['a web search', {}, { q: 'spiders', format: 'json', categories: 'general', pageno: '1' }],
    [
      'a search for news in a language',
      { source: 'news', language: 'de-AT' },
      { categories: 'news', language: 'de-AT' },
    ],
    [
      'a search for images of a time',
      { source: 'images', within: 'week' },
      { categories: 'images', time_range: 'week' },
    ],
    ['text that must be encoded', { text: 'a&b=c #1 "x y"' }, { q: 'a&b=c #1 "x y"' }],
  ])('sends %s', async (_, changes, query) => {
    await ask(changes);
    expect(asked()).toMatchObject(query);
  });

  it.each([
    [1, 1],
    [10, 1],
    [11, 2],
    [25, 3],
    [100, 4],
  ])('reads pages until it has %d hits, or none are left', async (limit, pages) => {
    searxng.results(() => numbered(30));
    const before = searxng.requests.length;
    const { hits } = await ask({ limit });
    expect(hits.map(({ title }) => title)).toEqual(numbered(Math.min(limit, 30)).map(({ title }) => title));
    expect(searxng.requests.slice(before).map(({ pageno }) => pageno)).toEqual(
      Array.from({ length: pages }, (__, page) => String(page + 1)),
    );
  });

  it('ends when an engine repeats its page, and keeps each URL once', async () => {
    searxng.results(() => Array.from({ length: 500 }, (_, index) => ({ url: `https://a.example/${index % 10}` })));
    const before = searxng.requests.length;
    const { hits } = await ask({ limit: 50 });
    expect(hits).toHaveLength(10);
    expect(searxng.requests.length - before).toBe(2);
  });

  it('reads hits of engines that differ, and drops those without a web address', async () => {
    searxng.results(() => [
      {
        url: 'https://a.example',
        title: ' A\n\u0000title ',
        content: 'text\u0001of\t it',
        publishedDate: '2026-01-02T03:04:05',
      },
      { url: 'javascript:alert(1)', title: 'no address' },
      { url: 'not a url' },
      { url: 'file:///etc/passwd' },
      { title: 'without url' } as never,
      null as never,
      { url: 'https://b.example/x', title: null, content: 7, publishedDate: 'some day' } as never,
    ]);
    const { hits } = await ask();
    expect(hits).toEqual([
      {
        url: 'https://a.example/',
        title: 'A title',
        description: 'text of it',
        publishedAt: new Date('2026-01-02T03:04:05').toISOString(),
      },
      { url: 'https://b.example/x', title: '', description: '' },
    ]);
  });

  it('reads images with their size', async () => {
    searxng.results(() => [
      { url: 'https://a.example/page', title: 'one', img_src: '//cdn.example/a.png', resolution: '1920 x 1080' },
      { url: 'https://a.example/other', title: 'two', thumbnail_src: '/t.png', resolution: 'large' },
      { url: 'https://a.example/none', title: 'no image' },
    ]);
    const { hits } = await ask({ source: 'images' });
    expect(hits.map(({ image }) => image)).toEqual([
      { url: 'https://cdn.example/a.png', width: 1920, height: 1080 },
      { url: 'https://a.example/t.png' },
    ]);
  });

  it('names the engines that did not answer', async () => {
    searxng.unresponsive('bing', 'qwant');
    expect(await ask()).toEqual({ hits: [], unresponsive: ['bing', 'qwant'] });
  });

  it.each<[title: string, fault: SearxngFault, failure: string, requests: number, message: RegExp]>([
    ['429', { status: 429, headers: { 'retry-after': '7' } }, 'busy', 1, /limits the number of requests/],
    ['JSON that is switched off', { status: 403 }, 'misconfigured', 1, /Add `json` to `search.formats`/],
    ['HTML', 'html', 'misconfigured', 1, /not JSON/],
    ['broken JSON', 'garbage', 'misconfigured', 1, /not JSON/],
    ['JSON of another service', 'other-json', 'misconfigured', 1, /no list `results`/],
    ['a redirect', { status: 302, headers: { location: 'http://127.0.0.1:1/' } }, 'misconfigured', 1, /status 302/],
    ['an endless response', 'endless', 'misconfigured', 1, /exceeds/],
    ['500', { status: 500 }, 'unavailable', 3, /status 500/],
    ['a reset connection', 'reset', 'unavailable', 3, /unreachable/],
    ['no response', 'hang', 'timed-out', 1, /did not answer within 1 s/],
    ['a response that stalls', 'stall', 'timed-out', 1, /did not answer within 1 s/],
  ])('fails on %s', async (_, fault, failure, requests, message) => {
    const before = searxng.requests.length;
    searxng.next(fault, fault, fault);
    await expect(ask()).rejects.toMatchObject({
      name: 'SearchError',
      failure,
      message: expect.stringMatching(message),
      ...(failure === 'busy' ? { retryAfterMs: 7_000 } : {}),
    });
    expect(searxng.requests.length - before).toBe(requests);
  });

  it('tries again after an error of the engine', async () => {
    searxng.results(() => numbered(1));
    searxng.next({ status: 502 }, 'reset');
    expect((await ask()).hits).toHaveLength(1);
  });

  it('keeps the hits of earlier pages when a later page fails', async () => {
    searxng.results((query) => {
      if (query.pageno === '1') searxng.next({ status: 429 });
      return numbered(30);
    });
    expect((await ask({ limit: 30 })).hits).toHaveLength(10);
  });

  it('keeps the hits of earlier pages when the time is over', async () => {
    const late = new AbortController();
    const before = searxng.requests.length;
    searxng.results((query) => {
      if (query.pageno === '1') searxng.next('hang');
      return numbered(30);
    });
    const asking = ask({ limit: 30 }, late.signal);
    await until('the second page', () => searxng.requests.length === before + 2);
    late.abort();
    expect((await asking).hits).toHaveLength(10);
  });

  it('fails when nothing listens at the address', async () => {
    const closed = await startSearxng();
    await closed.close();
    const unreachable = new SearxngEngine({ baseUrl: closed.url, timeoutMs: 1_000 });
    const asking = unreachable.search({ text: 'a', source: 'web', limit: 1 }, forever);
    await expect(asking).rejects.toMatchObject({ failure: 'unavailable' });
  });

  it('ends when the caller has left', async () => {
    searxng.next('hang');
    const leaving = new AbortController();
    const asking = ask({}, leaving.signal);
    leaving.abort(new Error('gone'));
    await expect(asking).rejects.toThrow('gone');
  });
});
