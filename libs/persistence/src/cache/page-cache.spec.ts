import { randomBytes } from 'node:crypto';
import type { CacheQuestion, ScrapeSpec } from '@orbweaver/core';
import { scrapeSpec, startTestDatabase, type TestDatabase } from '@orbweaver/testing';
import { cacheKeyHash, type NewCachedPage } from './cached-page';
import { evictCachedPages, measurePageCache } from './evict-cached-pages';
import { findCachedPages, readCachedPages } from './find-cached-pages';
import { writeCachedPages } from './write-cached-pages';

const HOUR_MS = 3_600_000;
const now = new Date('2030-01-02T00:00:00Z');

let scratch: TestDatabase;
beforeAll(async () => {
  scratch = await startTestDatabase();
});
afterAll(() => scratch.close());
beforeEach(() => scratch.database.$executeRaw`TRUNCATE page_cache`);

const ask = (url: string, changes: Partial<ScrapeSpec> = {}): CacheQuestion => ({
  url,
  spec: scrapeSpec({ maxAgeMs: 24 * HOUR_MS, ...changes }),
  teamId: 'a-team',
});

function kept(url: string, hoursAgo: number, changes: Partial<NewCachedPage> = {}): NewCachedPage {
  return {
    key: cacheKeyHash(ask(url), 'everyone'),
    look: 'http',
    verified: false,
    succeeded: true,
    url,
    isPdf: false,
    capturedAt: new Date(now.getTime() - hoursAgo * HOUR_MS),
    capture: { url, status: 200, said: `${hoursAgo} hours ago` },
    body: Buffer.from(`body of ${hoursAgo} hours ago`),
    ...changes,
  };
}

const failure = (url: string, hoursAgo: number): NewCachedPage =>
  kept(url, hoursAgo, { succeeded: false, body: undefined });

const write = (...pages: NewCachedPage[]) => writeCachedPages(scratch.database, pages);

async function answer(question: CacheQuestion): Promise<string | undefined> {
  const [found] = await findCachedPages(scratch.database, [question], now);
  if (found === undefined) return undefined;
  const [page] = await readCachedPages(scratch.database, [found]);
  return page === undefined ? undefined : Buffer.from(page.body).toString();
}

describe('page cache', () => {
  it('returns written captures byte for byte in the order of the questions', async () => {
    const body = randomBytes(300_000);
    const screenshot = randomBytes(200_000);
    const capturedAt = new Date(now.getTime() - 1_234_567);
    const capture = {
      url: 'https://a.test/',
      headers: { 'content-type': 'text/html; \u0000"ü' },
      order: { b: 1, a: 2 },
    };
    const first = kept('https://a.test/', 1, { look: 'viewport', body, screenshot, capturedAt, capture });
    await write(first, kept('https://b.test/', 2));
    const shown = ask('https://www.a.test/index.html', { formats: [{ type: 'screenshot', fullPage: false }] });
    const questions = [ask('https://c.test/'), shown, ask('https://b.test/'), ask('https://a.test/')];
    const found = await findCachedPages(scratch.database, questions, now);
    expect(found.map((page) => page?.url)).toEqual([
      undefined,
      'https://a.test/',
      'https://b.test/',
      'https://a.test/',
    ]);
    const [withShot, plain, withoutShot] = await readCachedPages(
      scratch.database,
      found.filter((page) => page !== undefined),
    );
    expect(Buffer.compare(withShot!.body, body)).toBe(0);
    expect(Buffer.compare(withShot!.screenshot!, screenshot)).toBe(0);
    expect(withShot).toMatchObject({ capture, capturedAtMs: capturedAt.getTime() });
    expect(Buffer.from(plain!.body).toString()).toBe('body of 2 hours ago');
    expect(withoutShot!.screenshot).toBeNull();
  });

  it("returns the newest of the team's own and the shared captures", async () => {
    const url = 'https://a.test/';
    const own = { key: cacheKeyHash(ask(url), 'team') };
    const other = { ...ask(url), teamId: 'another-team' };
    const oldest = ask(url, { maxAgeMs: 25 * HOUR_MS });
    await write(kept(url, 2, own));
    expect([await answer(ask(url)), await answer(other)]).toEqual(['body of 2 hours ago', undefined]);
    await write(kept(url, 3));
    expect([await answer(ask(url)), await answer(other)]).toEqual(['body of 2 hours ago', 'body of 3 hours ago']);
    await write(kept(url, 1));
    expect([await answer(ask(url)), await answer(other)]).toEqual(['body of 1 hours ago', 'body of 1 hours ago']);
    const [found] = await findCachedPages(scratch.database, [oldest], now, { perTeam: true });
    expect(found?.capturedAtMs).toBe(now.getTime() - 2 * HOUR_MS);
    expect(await findCachedPages(scratch.database, [other], now, { perTeam: true })).toEqual([undefined]);
  });

  it('never returns shared captures for a URL with a token', async () => {
    const url = 'https://a.test/?token=secret';
    await write(kept(url, 1));
    expect(await answer(ask(url))).toBeUndefined();
    await write(kept(url, 1, { key: cacheKeyHash(ask(url), 'team') }));
    expect(await answer(ask(url))).toBe('body of 1 hours ago');
  });

  it('keeps the newest capture of a kind, whatever the writing order', async () => {
    const url = 'https://a.test/';
    await write(kept(url, 3), kept(url, 2), kept(url, 4));
    expect(await answer(ask(url))).toBe('body of 2 hours ago');
    await write(kept(url, 5));
    expect(await answer(ask(url))).toBe('body of 2 hours ago');
    await write(kept(url, 1));
    expect(await answer(ask(url))).toBe('body of 1 hours ago');
    expect(await measurePageCache(scratch.database)).toMatchObject({ entries: 1 });
  });

  it('updates the time of an unchanged body without writing it again', async () => {
    const url = 'https://a.test/';
    const body = randomBytes(100_000);
    const toastBytes = async () => {
      const [row] = await scratch.database.$queryRaw<{ bytes: number }[]>`
        SELECT pg_relation_size(reltoastrelid)::float8 AS bytes FROM pg_class WHERE relname = 'page_cache'`;
      return row!.bytes;
    };
    const before = await toastBytes();
    await write(kept(url, 20, { body }));
    const once = await toastBytes();
    expect(once - before).toBeGreaterThan(100_000);
    for (let hoursAgo = 19; hoursAgo > 0; hoursAgo -= 1) await write(kept(url, hoursAgo, { body }));
    expect(await toastBytes()).toBe(once);
    const [found] = await findCachedPages(scratch.database, [ask(url, { maxAgeMs: 2 * HOUR_MS })], now);
    const [page] = await readCachedPages(scratch.database, [found!]);
    expect(Buffer.compare(page!.body, body)).toBe(0);
    expect(page!.capture).toMatchObject({ said: '1 hours ago' });
  });

  it('counts failures since the last success, over batches', async () => {
    const url = 'https://a.test/';
    await write(kept(url, 12), failure(url, 11), failure(url, 10));
    expect(await answer(ask(url))).toBe('body of 12 hours ago');
    await write(failure(url, 9));
    expect(await answer(ask(url))).toBeUndefined();
    await write(kept(url, 8));
    expect(await answer(ask(url))).toBe('body of 8 hours ago');
    await write(failure(url, 7));
    await write(failure(url, 6));
    await write(failure(url, 6));
    expect(await answer(ask(url))).toBe('body of 8 hours ago');
    await write(failure(url, 5));
    expect(await answer(ask(url))).toBeUndefined();
  });

  it.each([
    ['everyone', 'team'],
    ['team', 'everyone'],
  ] as const)('counts failures for %s since the last success of the other audience', async (failed, there) => {
    const url = 'https://a.test/';
    const keys = { team: cacheKeyHash(ask(url), 'team'), everyone: cacheKeyHash(ask(url), 'everyone') };
    const success = (hoursAgo: number) => kept(url, hoursAgo, { key: keys[there], otherKey: keys[failed] });
    const fail = (hoursAgo: number) => ({ ...failure(url, hoursAgo), key: keys[failed], otherKey: keys[there] });
    await write(success(12), fail(11), fail(10));
    await write(success(9));
    await write(fail(8), fail(7));
    expect(await answer(ask(url))).toBe('body of 9 hours ago');
    await write(fail(6));
    expect(await answer(ask(url))).toBeUndefined();
  });

  it('supports concurrent writers of the same pages in any order', async () => {
    const urls = Array.from({ length: 40 }, (_, n) => `https://a.test/${n}`);
    const batch = (hoursAgo: number) => {
      const pages = urls.flatMap((url) => [
        kept(url, hoursAgo, { otherKey: cacheKeyHash(ask(url), 'team') }),
        failure(url, hoursAgo + 1),
        { ...failure(url, hoursAgo + 2), key: cacheKeyHash(ask(url), 'team') },
      ]);
      return hoursAgo % 2 === 0 ? pages : pages.reverse();
    };
    await Promise.all(Array.from({ length: 16 }, (_, n) => write(...batch(n + 1))));
    const found = await findCachedPages(
      scratch.database,
      urls.map((url) => ask(url)),
      now,
    );
    const pages = await readCachedPages(
      scratch.database,
      found.filter((page) => page !== undefined),
    );
    expect(pages.map((page) => Buffer.from(page!.body).toString())).toEqual(urls.map(() => 'body of 1 hours ago'));
  });

  it('evicts the oldest first, in steps and by age', async () => {
    const urls = Array.from({ length: 10 }, (_, n) => `https://a.test/${n}`);
    await write(...urls.map((url, n) => kept(url, n + 1, { body: randomBytes(1000 * (n + 1)) })));
    const before = await measurePageCache(scratch.database);
    expect(before.entries).toBe(10);
    expect(before.bytes).toBeGreaterThan(55_000);
    const evicted = await evictCachedPages(scratch.database, { limit: 3 });
    expect(evicted.entries).toBe(3);
    expect(await measurePageCache(scratch.database)).toEqual({ entries: 7, bytes: before.bytes - evicted.bytes });
    const isKept = async () =>
      (await Promise.all(urls.map((url) => answer(ask(url))))).map((body) => body !== undefined);
    expect(await isKept()).toEqual(urls.map((_, n) => n < 7));
    const tooOld = new Date(now.getTime() - 4.5 * HOUR_MS);
    expect((await evictCachedPages(scratch.database, { limit: 100, before: tooOld })).entries).toBe(3);
    expect(await isKept()).toEqual(urls.map((_, n) => n < 4));
  });

  it('is measured without reading the table', async () => {
    const body = randomBytes(1500);
    await write(...Array.from({ length: 1000 }, (_, n) => kept(`https://a.test/${n}`, 1, { body })));
    await scratch.database.$executeRaw`VACUUM (ANALYZE) page_cache`;
    const explain = (strings: TemplateStringsArray) =>
      scratch.database.$queryRawUnsafe(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${strings.join('')}`);
    const plan = JSON.stringify(
      await measurePageCache({ $queryRaw: async (strings: TemplateStringsArray) => [await explain(strings)] } as never),
    );
    expect(plan).toMatch(/Index Only Scan/);
    expect(plan).toMatch(/"Heap Fetches":\s?0/);
  });

  it('treats captures that were evicted or replaced meanwhile as missing', async () => {
    const urls = ['https://a.test/', 'https://b.test/', 'https://c.test/'];
    await write(...urls.map((url) => kept(url, 3)));
    const found = (
      await findCachedPages(
        scratch.database,
        urls.map((url) => ask(url)),
        now,
      )
    ).filter((page) => page !== undefined);
    await write(kept(urls[0]!, 2));
    await scratch.database.$executeRaw`DELETE FROM page_cache WHERE url = ${urls[1]}`;
    const pages = await readCachedPages(scratch.database, found);
    expect(pages.map((page) => page !== undefined)).toEqual([false, false, true]);
  });

  it('does not wait for a locked table', async () => {
    const url = 'https://a.test/';
    await write(kept(url, 3));
    const [found] = await findCachedPages(scratch.database, [ask(url)], now);
    await scratch.database.$transaction(async (transaction) => {
      await transaction.$executeRaw`LOCK TABLE page_cache IN ACCESS EXCLUSIVE MODE`;
      await expect(findCachedPages(scratch.database, [ask(url)], now)).rejects.toThrow(/lock timeout/);
      await expect(readCachedPages(scratch.database, [found!])).rejects.toThrow(/lock timeout/);
    });
    expect(await answer(ask(url))).toBe('body of 3 hours ago');
  });
});
