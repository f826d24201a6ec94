import { ensureTeam, newJobId } from '@orbweaver/persistence';
import { acceptBatch } from '../../test/accept-batch';
import { AdminHarness } from '../../test/admin-harness';

let harness: AdminHarness;
beforeAll(async () => {
  harness = await AdminHarness.start();
});
afterAll(() => harness.close());

const admin = (...args: string[]) => harness.run(...args);

describe('webhook commands', () => {
  it('lists and redelivers pending and dead webhook events', async () => {
    const { database } = harness.postgres;
    const { id: teamId } = await ensureTeam(database, 'Receivers');
    const { id: jobId } = await acceptBatch(database, teamId);
    const nextAttemptAt = new Date(Date.now() + 3_600_000);
    const webhook = { url: 'https://receiver.test/?token=secret', headers: {}, metadata: {}, events: [] };
    await database.job.update({ where: { id: jobId }, data: { webhook } });
    expect((await admin('webhook', 'list', '--team', 'Receivers')).out).toEqual(['No events found.']);
    const ids = [newJobId(), newJobId(), newJobId()];
    const event = {
      jobId,
      teamId,
      type: 'batch_scrape.page',
      endpoint: 'receiver.test',
      attempts: 3,
      lastError: 'No.',
    };
    await database.webhookEvent.createMany({
      data: [
        { ...event, id: ids[0]!, sequence: 1, state: 'dead' },
        { ...event, id: ids[1]!, sequence: 2, state: 'pending', isFirst: true, nextAttemptAt },
        { ...event, id: ids[2]!, sequence: 3, state: 'pending' },
      ],
    });
    const list = (...args: string[]) => admin('webhook', 'list', ...args).then(({ out }) => out.slice(1));
    const row = (place: number, rest: string) =>
      expect.stringMatching(`^${ids[place - 1]} +Receivers +${jobId} +${place} +batch_scrape.page +${rest}$`);
    const shown = [
      row(3, 'pending +3 +event 2 +receiver.test +No.'),
      row(2, `pending +3 +${nextAttemptAt.toISOString()} +receiver.test +No.`),
      row(1, 'dead +3 +- +receiver.test +No.'),
    ];
    expect(await list()).toEqual(shown);
    expect(await list('--job', jobId, '--state', 'dead')).toEqual(shown.slice(2));
    expect(await list('--limit', '1')).toEqual(shown.slice(0, 1));
    expect((await admin('webhook', 'redeliver', ids[0]!)).out).toEqual([
      `event ${ids[0]} of job ${jobId} is due for redelivery, with all retries`,
    ]);
    expect((await admin('webhook', 'redeliver', ids[1]!)).out).toEqual([
      `event ${ids[1]} of job ${jobId} waits for event 1 (${ids[0]}), which is sent first`,
    ]);
    expect(await list('--state', 'dead')).toEqual([]);
    expect((await admin('webhook', 'redeliver', 'all')).out).toEqual(['No events found.']);
    const again = await admin('webhook', 'redeliver', 'all', '--state', 'pending', '--team', 'Receivers');
    expect(again.out).toEqual([`redelivering 3 events of job ${jobId} in order`]);
    expect((await admin('audit', 'list', '--team', 'Receivers')).out.slice(1, 4)).toEqual([
      expect.stringMatching(/webhook\.redeliver .*events: null -> 3, states: null -> \["pending"\]$/),
      expect.stringMatching(/webhook\.redeliver .* sentFirst: null -> "[^"]*"$/),
      expect.stringMatching(
        /webhook\.redeliver .*state: "dead" -> "pending", attempts: 3 -> 0, waitsFor: null -> "place"$/,
      ),
    ]);
    for (const wrong of [['x'], ['all', '--state', 'lost'], [ids[0]!, '--state', 'dead'], []]) {
      expect(await admin('webhook', 'redeliver', ...wrong)).toMatchObject({ status: 64 });
    }
    expect(await admin('webhook', 'redeliver', newJobId())).toMatchObject({ status: 1 });
  });
});
