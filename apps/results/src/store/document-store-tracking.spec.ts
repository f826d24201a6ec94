import { randomUUID } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { changeTrackingHarness, PAGE_URL } from '../../test/change-tracking-harness';

const harness = changeTrackingHarness();
const { message, scrape, contentOf, rememberedOf, versions } = harness;

describe('DocumentStore with change tracking', () => {
  it('neither stores versions nor compares with zeroDataRetention', async () => {
    const teamId = randomUUID();
    await scrape({ teamId });
    const before = await versions(teamId);
    expect(await scrape({ teamId, markdown: 'Secret', kind: 'batch', zeroDataRetention: true })).toBeUndefined();
    expect(await versions(teamId)).toEqual(before);
  });

  it('compares each of many concurrent scrapes of a page exactly once', async () => {
    const teamId = randomUUID();
    const renderedAt = Date.now();
    const messages = await Promise.all(
      Array.from({ length: 12 }, (_, n) => message({ teamId, markdown: `version ${n}`, kind: 'batch', renderedAt })),
    );
    const batches = [messages.slice(0, 4), messages.slice(4, 8), messages.slice(8), messages.slice(2, 6)];
    await Promise.all(batches.map((batch) => harness.results.store(...batch)));
    await harness.results.store(...messages);
    const contents = await Promise.all(messages.map(({ pageId }) => contentOf(pageId)));
    expect(contents.filter(({ changeTracking }) => changeTracking?.changeStatus === 'new')).toHaveLength(1);
    // No version is the predecessor of two.
    const predecessors = contents.flatMap(
      ({ changeTracking }) => changeTracking?.diff?.match(/^-version \d+$/m)?.[0] ?? [],
    );
    expect(new Set(predecessors).size).toBe(11);
    const [kept] = await versions(teamId);
    expect(predecessors).not.toContain(`-${gunzipSync(kept!.markdown).toString()}`);
  });

  it('rejects a document that names another team than its job', async () => {
    const document = await message({ teamId: randomUUID() });
    await expect(harness.results.store({ ...document, teamId: randomUUID() })).rejects.toThrow('names another team');
  });

  it('ignores change tracking in messages of a job with zeroDataRetention', async () => {
    const [teamId, other] = [randomUUID(), randomUUID()];
    await scrape({ teamId: other, markdown: 'A secret of another team' });
    const jobId = await harness.results.insertJob({ teamId, kind: 'batch', zeroDataRetention: true });
    const document = { ...(await message({ teamId, markdown: 'One' })), jobId };
    await expect(harness.results.store({ ...document, teamId: other })).rejects.toThrow('names another team');
    await harness.results.store(document);
    expect(await contentOf(document.pageId)).toEqual({ markdown: 'One' });
    expect(await versions(teamId)).toEqual([]);
  });

  it('compares a late, older rendering, and keeps the newer one', async () => {
    const teamId = randomUUID();
    const renderedAt = Date.now();
    await scrape({ teamId, kind: 'crawl', markdown: 'new', renderedAt });
    const [kept] = await versions(teamId);
    const late = { teamId, kind: 'crawl' as const, renderedAt: renderedAt - 60_000 };
    expect(await scrape({ ...late, markdown: 'old' })).toMatchObject({ changeStatus: 'changed' });
    expect(await scrape({ ...late, markdown: 'Not yet', statusCode: 404 })).toMatchObject({ changeStatus: 'removed' });
    expect(await versions(teamId)).toEqual([kept]);
    expect(await rememberedOf(teamId)).toHaveLength(1);
    expect(await harness.results.database.pageHistoryCrawl.findMany({ where: { teamId } })).toMatchObject([
      { seenAt: kept!.scrapedAt },
    ]);
    expect(await scrape({ teamId, markdown: 'new' })).toMatchObject({
      changeStatus: 'same',
      previousScrapeAt: kept!.scrapedAt.toISOString(),
    });
  });

  it('compares only pages with a new version again', async () => {
    const teamId = randomUUID();
    const [a, b] = [`${PAGE_URL}/a`, `${PAGE_URL}/b`];
    await scrape({ teamId, url: a, markdown: 'a 1' });
    await scrape({ teamId, url: b, markdown: 'b 1' });
    const batch = [
      await message({ teamId, kind: 'batch', url: a, markdown: 'a 3' }),
      await message({ teamId, kind: 'batch', url: b, markdown: 'b 3' }),
    ];
    const runReading = harness.results.transactions.runReading.bind(harness.results.transactions);
    const changing = jest.spyOn(harness.results.transactions, 'runReading').mockImplementationOnce(async (...args) => {
      await scrape({ teamId, url: a, markdown: 'a 2' });
      // Seen only by a second comparison.
      await harness.results.database.pageHistory.updateMany({ where: { url: b }, data: { markdown: gzipSync('b 2') } });
      return runReading(...args);
    });
    await harness.results.store(...batch);
    changing.mockRestore();
    const [ofA, ofB] = await Promise.all(batch.map(({ pageId }) => contentOf(pageId)));
    expect(ofA!.changeTracking?.diff).toContain('-a 2\n+a 3');
    expect(ofB!.changeTracking?.diff).toContain('-b 1\n+b 3');
  });
});
