import { randomUUID } from 'node:crypto';
import { insertTeam, startGateway, type TestGateway } from '../../test/start-gateway';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());

describe('TeamController', () => {
  it.each([
    ['/v1/concurrency-check', { success: true, concurrency: 0, maxConcurrency: 99_999_999 }],
    ['/v1/team/credit-usage', { success: true, data: { remaining_credits: 99_999_999, billing_period_end: null } }],
    ['/v2/team/credit-usage', { success: true, data: { remainingCredits: 99_999_999, billingPeriodEnd: null } }],
    ['/v2/team/queue-status', { success: true, jobsInQueue: 0, waitingJobsInQueue: 0, mostRecentSuccess: null }],
  ])('serves %s', async (path, body) => {
    const { key } = await insertTeam(gateway.database);
    expect(await gateway.call(path, { key })).toMatchObject({ status: 200, body });
  });

  it('counts leased and queued pages of the frontier', async () => {
    const { teamId, key } = await insertTeam(gateway.database);
    const numbers = { admitted: 7, leased: 2, queued: 5 };
    await gateway.database.frontierJob.create({ data: { id: randomUUID(), teamId, kind: 'crawl', ...numbers } });
    await gateway.database.frontierJob.create({
      data: { id: randomUUID(), teamId, kind: 'crawl', state: 'settled', ...numbers },
    });
    await gateway.database.team.update({ where: { id: teamId }, data: { maxConcurrency: 9 } });
    const status = await gateway.call('/v2/team/queue-status', { key });
    expect(status.body).toMatchObject({
      jobsInQueue: 7,
      activeJobsInQueue: 2,
      waitingJobsInQueue: 5,
      maxConcurrency: 9,
    });
    const load = await gateway.call('/v1/concurrency-check', { key });
    expect(load.body).toEqual({ success: true, concurrency: 2, maxConcurrency: 9 });
  });
});
