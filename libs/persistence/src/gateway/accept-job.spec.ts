import { randomUUID } from 'node:crypto';
import { scrapeSpec } from '@orbweaver/testing';
import { addCreditEntries } from '../credits/add-credit-entries';
import { startTestDatabase, type TestDatabase } from '../embedded/start-test-database';
import { findScrapesInTurn } from '../limits/find-scrapes-in-turn';
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

const accept = (teamId: string, id: string = randomUUID()) =>
  acceptJob(scratch.database, {
    id,
    teamId,
    isLimited: true,
    spec: { kind: 'scrape', url: 'http://site.test/', scrape: scrapeSpec() },
    origin: 'api',
    expiresAt: new Date('2040-01-01'),
  });

describe('acceptJob', () => {
  it('accepts as much as the credits cover, however many ask at the same moment', async () => {
    const teamId = await teamWith({ credits: 7 });
    const answers = await Promise.all(Array.from({ length: 60 }, () => accept(teamId)));
    expect(answers.filter(({ kind }) => kind === 'accepted')).toHaveLength(7);
    expect(await scratch.database.job.count({ where: { teamId } })).toBe(7);
  });

  it('gives scrapes their places in the order in which they are there, so that none loses its turn', async () => {
    const teamId = await teamWith({ maxConcurrency: 3 });
    const ids = Array.from({ length: 40 }, () => randomUUID());
    const inTurn = new Set<string>();
    await Promise.all(
      ids.map(async (id) => {
        await accept(teamId, id);
        for (const found of await findScrapesInTurn(scratch.database, { teamId, ids })) inTurn.add(found);
      }),
    );
    expect(inTurn.size).toBe(3);
    const jobs = await scratch.database.job.findMany({ where: { teamId }, select: { createdAt: true } });
    expect(new Set(jobs.map(({ createdAt }) => createdAt.getTime())).size).toBe(40);
  });
});
