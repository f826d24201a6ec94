import { randomUUID } from 'node:crypto';
import type { ScrapeSpec } from '@orbweaver/core';
import { scrapeSpec, startTestDatabase, type TestDatabase } from '@orbweaver/testing';
import { addCreditEntries } from '../credits/add-credit-entries';
import { readLeaseTurns } from '../frontier/read-lease-turns';
import { startScrapes } from '../limits/start-scrapes';
import { acceptJob } from './accept-job';

let scratch: TestDatabase;
beforeAll(async () => {
  scratch = await startTestDatabase();
});
afterAll(() => scratch.close());

async function teamWith({ credits, maxConcurrency }: { credits?: number; maxConcurrency?: number }): Promise<string> {
  const id = randomUUID();
  const { database } = scratch;
  await database.team.create({ data: { id, name: id, maxConcurrency, creditsLimited: credits !== undefined } });
  const grant = { id: randomUUID(), teamId: id, apiKeyId: null, jobId: null, kind: 'grant' as const, note: null };
  if (credits !== undefined) await addCreditEntries(database, [{ ...grant, amount: credits }], new Date());
  return id;
}

const accept = (teamId: string, id: string = randomUUID(), spec: Partial<ScrapeSpec> = {}) =>
  acceptJob(scratch.database, {
    id,
    teamId,
    isLimited: true,
    waitsForPlace: true,
    spec: { kind: 'scrape', url: 'http://site.test/', scrape: { ...scrapeSpec(), ...spec } },
    origin: 'api',
    expiresAt: new Date('2040-01-01'),
  });

describe('acceptJob', () => {
  it('accepts concurrent requests up to the available credits', async () => {
    const teamId = await teamWith({ credits: 7 });
    const answers = await Promise.all(Array.from({ length: 60 }, () => accept(teamId)));
    expect(answers.filter(({ kind }) => kind === 'accepted')).toHaveLength(7);
    expect(await scratch.database.job.count({ where: { teamId } })).toBe(7);
  });

  it('starts scrapes in the order of their arrival', async () => {
    const teamId = await teamWith({ maxConcurrency: 3 });
    const ids = Array.from({ length: 40 }, () => randomUUID());
    const inTurn = new Set<string>();
    await Promise.all(
      ids.map(async (id) => {
        await accept(teamId, id);
        for (const found of await startScrapes(scratch.database, { teamId, ids })) inTurn.add(found);
      }),
    );
    expect(inTurn.size).toBe(3);
    const jobs = await scratch.database.job.findMany({ where: { teamId }, select: { createdAt: true } });
    expect(new Set(jobs.map(({ createdAt }) => createdAt.getTime())).size).toBe(40);
  });

  it('reserves the slot of a scrape for the waits of its actions', async () => {
    const teamId = await teamWith({ maxConcurrency: 1 });
    const [first, second] = [randomUUID(), randomUUID()];
    await accept(teamId, first, { timeoutMs: 1, actions: [{ type: 'wait', milliseconds: 600_000 }] });
    expect(await startScrapes(scratch.database, { teamId, ids: [first] })).toEqual([first]);
    await accept(teamId, second);
    expect(await startScrapes(scratch.database, { teamId, ids: [second] })).toEqual([]);
    await scratch.database.job.update({ where: { id: first }, data: { deadlineAt: new Date() } });
    expect(await startScrapes(scratch.database, { teamId, ids: [second] })).toEqual([second]);
  });

  it('keeps a slot for jobs with queued pages and never exceeds the limit', async () => {
    const { database } = scratch;
    const teamId = await teamWith({ maxConcurrency: 4 });
    const ids = Array.from({ length: 12 }, () => randomUUID());
    for (const id of ids) await accept(teamId, id);
    expect(await startScrapes(database, { teamId, ids })).toEqual(ids.slice(0, 4));
    const job = { teamId, kind: 'crawl', queued: 10, nextLeaseAt: new Date(0), lastLeasedAt: new Date(0) };
    const { id: jobId } = await database.frontierJob.create({ data: { id: randomUUID(), ...job } });
    const roomForJobs = async () => {
      const turns = await database.$transaction((transaction) =>
        readLeaseTurns(transaction, { now: new Date(), limit: 10, skip: 0 }),
      );
      return turns.find((turn) => turn.jobId === jobId)?.teamRoom ?? 0;
    };
    const end = (id: string) => database.job.update({ where: { id }, data: { state: 'completed' } });
    expect(await roomForJobs()).toBe(0);
    await end(ids[0]!);
    expect(await startScrapes(database, { teamId, ids })).toEqual([]);
    expect(await roomForJobs()).toBe(1);
    await database.frontierJob.update({ where: { id: jobId }, data: { leased: 1 } });
    expect(await roomForJobs()).toBe(0);
    await end(ids[1]!);
    expect(await startScrapes(database, { teamId, ids })).toEqual([ids[4]]);
    await database.frontierJob.update({ where: { id: jobId }, data: { leased: 0, queued: 0 } });
    expect(await startScrapes(database, { teamId, ids })).toEqual([ids[5]]);
  });
});
