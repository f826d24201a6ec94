import { randomUUID } from 'node:crypto';
import type { PageDocument } from '@orbweaver/contracts';
import { addCreditEntries, listUsage, readCreditBalance, readCreditPeriods } from '@orbweaver/persistence';
import { type ResultsHarness, startResultsHarness } from '../../test/results-harness';
import { testDocument } from '../../test/test-document';
import { deleteOldCredits } from '../retention/delete-expired';
import { BillRequests } from './bill-requests';

let harness: ResultsHarness;
beforeAll(async () => {
  harness = await startResultsHarness();
});
afterAll(() => harness.close());

async function addTeam(): Promise<string> {
  const id = randomUUID();
  await harness.database.team.create({ data: { id, name: id } });
  return id;
}

const entriesOf = (teamId: string) => harness.database.creditEntry.findMany({ where: { teamId } });
const usageOf = async (teamId: string) => {
  const [from, to] = [new Date(Date.now() - 86_400_000), new Date(Date.now() + 86_400_000)];
  const days = await listUsage(harness.database, { teamId, from, to, limit: 10 });
  return days.map(({ apiKeyId, requests, pages, credits }) => ({ apiKeyId, requests, pages, credits }));
};
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/** In chunks of some messages, in varying order. */
function shuffle(messages: readonly PageDocument[], seed: number): PageDocument[][] {
  const order = [...messages].sort((a, b) => turn(a.pageId, seed).localeCompare(turn(b.pageId, seed)));
  return Array.from({ length: Math.ceil(order.length / 7) }, (_, index) => order.slice(index * 7, index * 7 + 7));
}
const turn = (id: string, seed: number) => id.slice(seed) + id.slice(0, seed);

describe('credit ledger', () => {
  it('charges every page once, in any order and concurrency of repeated messages', async () => {
    const teams = [await addTeam(), await addTeam()];
    const jobs = await Promise.all([0, 1, 0, 1].map((team) => harness.insertJob({ teamId: teams[team]! })));
    const messages = Array.from({ length: 60 }, (_, index) => {
      if (index % 10 >= 8)
        return testDocument(jobs[index % 4]!, { failure: { reason: 'dns', message: 'No such host.' } });
      const metadata = {
        ...(index % 3 === 0 ? { proxyUsed: 'stealth' as const } : {}),
        ...(index % 5 === 0 ? { numPages: 12 } : {}),
      };
      return testDocument(jobs[index % 4]!, { metadata });
    });
    const deliveries = [0, 3, 9, 14].flatMap((seed) => shuffle(messages, seed));
    await Promise.all(deliveries.map((piece) => harness.store(...piece)));

    for (const teamId of teams) {
      const pages = await harness.database.page.findMany({ where: { teamId, state: 'done' } });
      const entries = await entriesOf(teamId);
      expect(pages).toHaveLength(24);
      expect(entries.map(({ id, amount }) => [id, -amount]).sort()).toEqual(
        pages.map(({ id, creditsUsed }) => [id, creditsUsed]).sort(),
      );
      const used = sum(pages.map((page) => page.creditsUsed));
      expect(used).toBeGreaterThan(24);
      expect(await readCreditBalance(harness.database, teamId)).toEqual({ limited: false, granted: 0, used });
      const teamJobs = await harness.database.job.findMany({ where: { teamId } });
      expect(sum(teamJobs.map((job) => job.creditsUsed))).toBe(used);
      expect(await usageOf(teamId)).toEqual([{ apiKeyId: null, requests: 0, pages: 24, credits: used }]);
    }
  });

  it('counts the use of a key by day: each request once, when it ends', async () => {
    const teamId = await addTeam();
    const keys = await Promise.all(
      ['importer', 'reader'].map((name) =>
        harness.database.apiKey.create({ data: { id: randomUUID(), teamId, name, hash: randomUUID() } }),
      ),
    );
    const [importer, reader] = keys.map(({ id }) => id);
    const scrapes = await Promise.all(
      [importer, importer, reader].map((apiKeyId) => harness.insertJob({ teamId, apiKeyId, kind: 'scrape' })),
    );
    const messages = scrapes.map((jobId, index) =>
      index === 1
        ? testDocument(jobId, { pageId: jobId, failure: { reason: 'dns', message: 'No such host.' } })
        : testDocument(jobId, { pageId: jobId, metadata: { proxyUsed: 'stealth' } }),
    );
    await Promise.all([0, 3, 9].flatMap((seed) => shuffle(messages, seed)).map((piece) => harness.store(...piece)));
    const used = await usageOf(teamId);
    expect(used).toHaveLength(2);
    expect(used).toEqual(
      expect.arrayContaining([
        { apiKeyId: importer, requests: 2, pages: 1, credits: 5 },
        { apiKeyId: reader, requests: 1, pages: 1, credits: 5 },
      ]),
    );
  });

  it('charges nothing when the transaction fails', async () => {
    const teamId = await addTeam();
    const jobId = await harness.insertJob({ teamId });
    const good = testDocument(jobId);
    const bad = { ...testDocument(jobId), content: undefined };
    await expect(harness.store(good, bad)).rejects.toThrow('without content');
    expect(await entriesOf(teamId)).toEqual([]);
    await harness.store(good);
    expect(await readCreditBalance(harness.database, teamId)).toMatchObject({ used: 1 });
  });

  it('keeps the balance equal to the sum of the entries, including repeated grants', async () => {
    const teamId = await addTeam();
    const grant = { teamId, apiKeyId: null, jobId: null, kind: 'grant' as const, note: 'for the trial' };
    const first = { ...grant, id: randomUUID(), amount: 100 };
    await addCreditEntries(harness.database, [first], new Date());
    await addCreditEntries(harness.database, [first, { ...grant, id: randomUUID(), amount: -30 }], new Date());
    await harness.store(testDocument(await harness.insertJob({ teamId })));
    const { granted, used } = await readCreditBalance(harness.database, teamId);
    expect({ granted, used }).toEqual({ granted: 70, used: 1 });
    expect(sum((await entriesOf(teamId)).map(({ amount }) => amount))).toBe(granted - used);
  });

  it('bills a request without pages once', async () => {
    const teamId = await addTeam();
    const billing = new BillRequests(harness.database, () => new Date(), { count: async () => undefined } as never);
    const billed = { type: 'RequestBilled' as const, id: randomUUID(), teamId, operation: 'map', credits: 1 };
    await Promise.all([billing.bill(billed), billing.bill(billed)]);
    await billing.bill(billed);
    expect(await readCreditBalance(harness.database, teamId)).toMatchObject({ used: 1 });
    expect(await entriesOf(teamId)).toMatchObject([{ id: billed.id, kind: 'request', amount: -1, note: 'map' }]);
    expect(await usageOf(teamId)).toEqual([{ apiKeyId: null, requests: 1, pages: 0, credits: 1 }]);
  });

  it('sums the use of a month by key, and deletes entries of pages but no sum', async () => {
    const teamId = await addTeam();
    const apiKeyId = randomUUID();
    await harness.database.apiKey.create({ data: { id: apiKeyId, teamId, name: 'importer', hash: apiKeyId } });
    const page = { teamId, jobId: null, kind: 'page' as const, note: null };
    const january = new Date('2026-01-31T23:59:59.999Z');
    const february = new Date('2026-02-01T00:00:00.000Z');
    const withModel = { ...page, id: randomUUID(), apiKeyId, amount: -5, tokens: 1200 };
    await addCreditEntries(harness.database, [withModel], january);
    await addCreditEntries(harness.database, [withModel], january);
    await addCreditEntries(harness.database, [{ ...page, id: randomUUID(), apiKeyId, amount: -1 }], february);
    await addCreditEntries(harness.database, [{ ...page, id: randomUUID(), apiKeyId: null, amount: -2 }], february);

    const [start, end, next] = ['2026-01-01', '2026-02-01', '2026-03-01'].map((day) => new Date(day));
    expect(await readCreditPeriods(harness.database, { teamId, byApiKey: false })).toEqual([
      { start, end, apiKey: null, used: 5, tokens: 1200 },
      { start: end, end: next, apiKey: null, used: 3, tokens: 0 },
    ]);
    await deleteOldCredits(harness.database, february, new AbortController().signal);
    expect((await entriesOf(teamId)).map(({ amount }) => amount).sort()).toEqual([-1, -2]);
    expect(await readCreditPeriods(harness.database, { teamId, byApiKey: true })).toEqual([
      { start, end, apiKey: 'importer', used: 5, tokens: 1200 },
      { start: end, end: next, apiKey: 'importer', used: 1, tokens: 0 },
      { start: end, end: next, apiKey: null, used: 2, tokens: 0 },
    ]);
  });
});
