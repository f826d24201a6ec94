import { randomUUID } from 'node:crypto';
import { startTestDatabase, type TestDatabase } from '@orbweaver/testing';
import {
  addEnrichment,
  claimEnrichments,
  deleteEnrichment,
  measureEnrichments,
  releaseEnrichments,
  renewEnrichments,
} from './enrichments';

let scratch: TestDatabase;
beforeAll(async () => {
  scratch = await startTestDatabase();
});
afterAll(() => scratch.close());
beforeEach(() => scratch.database.enrichment.deleteMany());

describe('documents waiting for the language model', () => {
  const add = async (teamId: string, { pageId = randomUUID(), epoch = 1, isUrgent = false, text = 'x' } = {}) => {
    await addEnrichment(scratch.database, {
      pageId,
      jobId: randomUUID(),
      teamId,
      epoch,
      isUrgent,
      message: Buffer.from(text),
      traceparent: null,
    });
    return pageId;
  };
  const claim = async (limit: number, { isUrgent = false, forMs = 60_000 } = {}) =>
    (await claimEnrichments(scratch.database, { isUrgent, limit, forMs })).map(({ pageId }) => pageId);

  it('lets one process claim each waiting document, alternating between teams, oldest first', async () => {
    const [one, other] = [randomUUID(), randomUUID()];
    const many = [await add(one), await add(one), await add(one)];
    const few = [await add(other)];
    expect(new Set(await claim(2))).toEqual(new Set([many[0], few[0]]));
    expect(await claim(1)).toEqual([many[1]]);
    const [last, nothing] = await Promise.all([claim(5), claim(5)]);
    expect([...last, ...nothing]).toEqual([many[2]]);
  });

  it('has a separate queue for documents with waiting callers', async () => {
    const teamId = randomUUID();
    await add(teamId);
    const urgent = await add(teamId, { isUrgent: true });
    expect(await claim(5, { isUrgent: true })).toEqual([urgent]);
    expect(await measureEnrichments(scratch.database)).toEqual(
      expect.arrayContaining([
        { isUrgent: true, pages: 1, oldestSeconds: expect.any(Number) },
        { isUrgent: false, pages: 1, oldestSeconds: expect.any(Number) },
      ]),
    );
  });

  it('frees documents after a claim expires or is released, but not while it is extended', async () => {
    const pageId = await add(randomUUID());
    expect(await claim(1, { forMs: 0 })).toEqual([pageId]);
    const again = await claimEnrichments(scratch.database, { isUrgent: false, limit: 1, forMs: 0 });
    expect(again).toMatchObject([{ pageId, attempt: 2 }]);
    await renewEnrichments(scratch.database, { pageIds: [pageId], forMs: 60_000 });
    expect(await claim(1)).toEqual([]);
    await releaseEnrichments(scratch.database, [pageId]);
    expect(await claimEnrichments(scratch.database, { isUrgent: false, limit: 1, forMs: 0 })).toMatchObject([
      { attempt: 2 },
    ]);
  });

  it('stores a document once per lease, and an older result does not delete a newer lease', async () => {
    const teamId = randomUUID();
    const pageId = await add(teamId, { epoch: 2, text: 'two' });
    await add(teamId, { pageId, epoch: 1, text: 'one' });
    await add(teamId, { pageId, epoch: 2, text: 'again' });
    expect(await claim(5)).toEqual([pageId]);
    await add(teamId, { pageId, epoch: 3, text: 'three' });
    await deleteEnrichment(scratch.database, { pageId, epoch: 2 });
    const [kept] = await claimEnrichments(scratch.database, { isUrgent: false, limit: 5, forMs: 0 });
    expect({ epoch: kept?.epoch, text: Buffer.from(kept!.message).toString() }).toEqual({ epoch: 3, text: 'three' });
    await deleteEnrichment(scratch.database, { pageId, epoch: 3 });
    expect(await claim(5)).toEqual([]);
  });
});
