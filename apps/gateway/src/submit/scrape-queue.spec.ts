import { announcePage } from '../../test/announcements';
import { endJob, storePage } from '../../test/rows';
import { insertTeam, startGateway, type TestGateway } from '../../test/start-gateway';
import { untilTrue } from '../../test/until-true';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway({ EGRESS_ALLOW: '127.0.0.0/8' });
});
afterAll(() => gateway.close());

async function teamOf(maxConcurrency: number) {
  const team = await insertTeam(gateway.database);
  await gateway.database.team.update({ where: { id: team.teamId }, data: { maxConcurrency } });
  return team;
}

/** Pages published to renderers. */
const sent = (teamId: string) =>
  gateway.published.flatMap(({ topic, message }) =>
    topic === 'renderInteractive' && 'teamId' in message && message.teamId === teamId
      ? [message as { pageId: string }]
      : [],
  );

const scrape = (key: string, options: { signal?: AbortSignal; timeout?: number } = {}) =>
  gateway.call('/v2/scrape', {
    key,
    signal: options.signal,
    body: { url: 'https://example.com', timeout: options.timeout ?? 60_000 },
  });

async function finish(pageId: string): Promise<void> {
  await storePage(gateway.database, pageId, { id: pageId });
  await endJob(gateway.database, pageId, 'completed');
  await announcePage(gateway, pageId, pageId);
}

describe('scrapes of a team with a concurrency limit', () => {
  it('runs scrapes of a team in order within its concurrency limit until all are finished', async () => {
    const { teamId, key } = await teamOf(2);
    const answers = Array.from({ length: 6 }, () => scrape(key));
    const running = new Set<string>();
    for (let done = 0; done < 6; done += 1) {
      await untilTrue(() => sent(teamId).length >= Math.min(6, done + 2));
      for (const { pageId } of sent(teamId).slice(done)) running.add(pageId);
      expect(running.size).toBeLessThanOrEqual(2);
      const [first] = running;
      running.delete(first!);
      await finish(first!);
    }
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(statuses).toEqual(Array(6).fill(200));
    const inOrder = await gateway.database.job.findMany({
      where: { teamId },
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    });
    expect(sent(teamId).map(({ pageId }) => pageId)).toEqual(inOrder.map(({ id }) => id));
  });

  it('shares the concurrency limit between scrapes and pages of jobs', async () => {
    const { teamId, key } = await teamOf(3);
    const job = await gateway.database.frontierJob.create({
      data: { id: crypto.randomUUID(), teamId, kind: 'crawl', leased: 3 },
    });
    const answer = scrape(key);
    await untilTrue(async () => (await gateway.database.job.count({ where: { teamId } })) === 1);
    expect((await gateway.call('/v2/concurrency-check', { key })).body).toMatchObject({
      concurrency: 3,
      maxConcurrency: 3,
    });
    expect((await gateway.call('/v2/team/queue-status', { key })).body).toMatchObject({ waitingJobsInQueue: 1 });
    expect(sent(teamId)).toEqual([]);
    await gateway.database.frontierJob.update({ where: { id: job.id }, data: { leased: 2 } });
    const [page] = await untilTrue(() => (sent(teamId).length > 0 ? sent(teamId) : undefined));
    await finish(page!.pageId);
    expect((await answer).status).toBe(200);
  });

  it('removes scrapes of disconnected callers from the queue, and ends scrapes without a slot at their deadline', async () => {
    const { teamId, key } = await teamOf(1);
    const first = scrape(key);
    const [running] = await untilTrue(() => (sent(teamId).length > 0 ? sent(teamId) : undefined));
    const leaving = new AbortController();
    const second = scrape(key, { signal: leaving.signal });
    await untilTrue(async () => (await gateway.database.job.count({ where: { teamId } })) === 2);
    const late = await scrape(key, { timeout: 1000 });
    expect(late).toMatchObject({ status: 408, body: { code: 'SCRAPE_TIMEOUT' } });
    leaving.abort();
    await expect(second).rejects.toThrow();
    await untilTrue(
      async () => (await gateway.database.job.count({ where: { teamId, cancelRequestedAt: { not: null } } })) === 2,
    );
    const third = scrape(key);
    await finish(running!.pageId);
    expect((await first).status).toBe(200);
    const [, next] = await untilTrue(() => (sent(teamId).length > 1 ? sent(teamId) : undefined));
    await finish(next!.pageId);
    expect((await third).status).toBe(200);
    expect(sent(teamId)).toHaveLength(2);
  });

  it('releases the slot of a page that could not be published', async () => {
    const { teamId, key } = await teamOf(1);
    gateway.onPublish = () => {
      throw new Error('the broker is unavailable');
    };
    expect(await scrape(key)).toMatchObject({ status: 500 });
    gateway.onPublish = () => undefined;
    const answer = scrape(key);
    const [page] = await untilTrue(() => (sent(teamId).length > 0 ? sent(teamId) : undefined));
    await finish(page!.pageId);
    expect((await answer).status).toBe(200);
    expect(await gateway.database.job.count({ where: { teamId, cancelRequestedAt: { not: null } } })).toBe(1);
  });
});
