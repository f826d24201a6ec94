import {
  type FixtureSite,
  startFixtureSite,
  startWebhookReceiver,
  until,
  type WebhookReceiver,
} from '@orbweaver/testing';
import { requestJob, runJob, waitForDocuments, waitForEnd } from '../harness/jobs';
import { WEBHOOK_HOST_CONCURRENCY, WEBHOOK_TIMEOUT_MS } from '../harness/settings';
import { System } from '../harness/system';

const PATH = '/v2/webhooks/deliveries';
/** The full retry schedule, with one attempt that times out, and a margin. */
const PATIENCE_MS = 45_000;

describe('webhook deliveries', () => {
  const api = System.shared().api();
  let site: FixtureSite;
  let receiver: WebhookReceiver;
  beforeEach(async () => {
    site = await startFixtureSite({ treePages: 4 });
    receiver = await startWebhookReceiver();
  });
  afterEach(async () => {
    await receiver.close();
    await site.close();
  });

  const list = async (query: string) => (await api.get(`${PATH}?${query}`)).body.deliveries;
  const waitForStates = (jobId: string, states: readonly string[]) =>
    until(
      `deliveries ${states}`,
      async () => {
        const found = (await list(`jobId=${jobId}`)).map((delivery: { state: string }) => delivery.state).reverse();
        return JSON.stringify(found) === JSON.stringify(states);
      },
      PATIENCE_MS,
    );
  const attempts = () => receiver.deliveries.map(({ body, status }) => [body.sequence, status]);

  it(
    'keep their order and record failures while the receiver hangs, resets and redirects',
    async () => {
      receiver.misbehave('hang', 'reset', 'redirect');
      const job = await runJob(api, '/v2/crawl', { url: `${site.main}/tree/`, limit: 2, webhook: receiver.url });
      await waitForStates(job.id, ['delivered', 'delivered', 'delivered', 'delivered']);
      expect(attempts()).toEqual([
        [1, 0],
        [1, 0],
        [1, 307],
        [1, 200],
        [2, 200],
        [3, 200],
        [4, 200],
      ]);
      const [started] = (await list(`jobId=${job.id}`)).slice(-1);
      expect(started).toMatchObject({
        type: 'crawl.started',
        sequence: 1,
        attempts: 4,
        lastStatus: 200,
        url: receiver.url,
      });
      expect(started.log).toMatchObject([
        { attempt: 1, error: expect.stringMatching(/^The receiver did not answer within \d+ s\.$/) },
        { attempt: 2, error: expect.any(String) },
        { attempt: 3, status: 307, error: expect.stringContaining('307') },
        { attempt: 4, status: 200 },
      ]);
      expect(started.log[0].durationMs).toBeGreaterThan(0.9 * WEBHOOK_TIMEOUT_MS);
    },
    2 * PATIENCE_MS,
  );

  it(
    'become dead after the last retry, and are redelivered on request, one or all of a job',
    async () => {
      const webhook = { url: receiver.url, events: ['started', 'completed'] };
      receiver.failNext(4);
      const { id } = await runJob(api, '/v2/crawl', { url: `${site.main}/tree/`, limit: 1, webhook });
      await waitForStates(id, ['dead', 'delivered']);
      const [dead] = await list(`jobId=${id}&state=dead`);
      expect(dead).toMatchObject({ sequence: 1, attempts: 4, lastStatus: 500 });

      expect((await api.post(`${PATH}/${dead.id}/redeliver`, {})).body).toMatchObject({
        success: true,
        delivery: { id: dead.id },
      });
      await waitForStates(id, ['delivered', 'delivered']);
      expect((await api.post(`${PATH}/redeliver`, { jobId: id })).body).toEqual({
        success: true,
        jobId: id,
        redelivered: 2,
      });
      const outcomes = [
        [1, 500],
        [1, 500],
        [1, 500],
        [1, 500],
        [2, 200],
        [1, 200],
        [1, 200],
        [2, 200],
      ];
      await until('all again', () => attempts().length === outcomes.length, PATIENCE_MS);
      expect(attempts()).toEqual(outcomes);
      const ids = receiver.deliveries
        .filter(({ body }) => body.sequence === 1)
        .map(({ headers }) => headers['webhook-id']);
      expect(new Set(ids)).toEqual(new Set([dead.id]));
    },
    2 * PATIENCE_MS,
  );

  it('limits the slots of a hanging endpoint and delays no other endpoint', async () => {
    const tarpit = await startWebhookReceiver();
    try {
      tarpit.misbehave(...Array.from({ length: 1000 }, () => 'hang' as const));
      const body = { url: `${site.main}/tree/`, limit: 1 };
      const webhook = { url: tarpit.url, events: ['started'] };
      // More than there are delivery slots.
      const hanging = await Promise.all(
        Array.from({ length: 12 }, () => requestJob(api, '/v2/crawl', { ...body, webhook })),
      );
      await until('the first that hang', () => tarpit.deliveries.length >= WEBHOOK_HOST_CONCURRENCY, PATIENCE_MS);
      const { id } = await runJob(api, '/v2/crawl', { ...body, webhook: receiver.url });
      await waitForStates(id, ['delivered', 'delivered', 'delivered']);
      const begun = tarpit.deliveries.length;
      const logs = await Promise.all(hanging.map((jobId) => list(`jobId=${jobId}`)));
      const ended = logs.flat().reduce((sum, { log }: { log: object[] }) => sum + log.length, 0);
      expect(begun - ended).toBeLessThanOrEqual(WEBHOOK_HOST_CONCURRENCY);
    } finally {
      await tarpit.close();
    }
  });

  it('delivers the cancelled event to subscribers', async () => {
    const webhook = { url: receiver.url, events: ['started', 'cancelled'] };
    const id = await requestJob(api, '/v2/crawl', { url: `${site.main}/calendar/`, delay: 0.2, webhook });
    await waitForDocuments(api, `/v2/crawl/${id}`, 1);
    await api.delete(`/v2/crawl/${id}`);
    await waitForEnd(api, `/v2/crawl/${id}`);
    await until(
      'the last event',
      () => receiver.deliveries.some(({ body }) => body.type === 'crawl.cancelled'),
      PATIENCE_MS,
    );
    const types = receiver.deliveries.map(({ body }) => body.type);
    expect([types[0], types.at(-1)]).toEqual(['crawl.started', 'crawl.cancelled']);
    expect(receiver.deliveries.at(-1)?.body).toMatchObject({ success: true, id, data: [] });
  });
});
