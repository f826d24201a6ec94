import { claimWebhookEvent, requestRedelivery, requestRedeliveryOfJob } from '@orbweaver/persistence';
import { dispatcherHarness } from '../../test/dispatcher-harness';

const harness = dispatcherHarness();
const { createDispatcher, startReceiver, startServer, insertFinishedJob, dispatch, elapse, events } = harness;

describe('delivery log', () => {
  it('records every attempt with its result and duration', async () => {
    let requests = 0;
    const url = await startServer((request, response) => {
      requests += 1;
      harness.results.time.nowMs += 40;
      if (requests === 1) response.writeHead(503).end();
      else if (requests === 2) request.socket.resetAndDestroy();
      else response.end();
    });
    const jobId = await harness.results.insertJob({ webhook: { url, events: ['completed'] } });
    await harness.results.settle(jobId, { pages: 0 });
    const startMs = harness.results.time.nowMs;
    const dispatcher = createDispatcher();
    for (const waitMs of [0, 60_000, 300_000]) {
      await elapse(waitMs);
      await dispatch(dispatcher);
    }
    const log = await harness.results.database.webhookAttempt.findMany({ orderBy: { attempt: 'asc' } });
    const at = (ms: number) => new Date(startMs + ms);
    const [event] = await events(jobId);
    const common = { eventId: event!.id, durationMs: 40 };
    expect(log).toEqual([
      { ...common, attempt: 1, startedAt: at(0), status: 503, error: 'The receiver answered with status 503.' },
      { ...common, attempt: 2, startedAt: at(40), status: null, error: expect.any(String) },
      { ...common, attempt: 3, startedAt: at(80), status: 200, error: null },
    ]);
  });

  it('keeps the last fifty attempts', async () => {
    const receiver = await startReceiver();
    const jobId = await harness.results.insertJob({ webhook: { url: receiver.url, events: ['completed'] } });
    await harness.results.settle(jobId, { pages: 0 });
    await harness.results.database.webhookEvent.updateMany({ data: { attempts: 52 } });
    const [event] = await events(jobId);
    const row = { eventId: event!.id, startedAt: new Date(), durationMs: 1, status: 500, error: 'no' };
    const rows = Array.from({ length: 52 }, (_, index) => ({ ...row, attempt: index + 1 }));
    await harness.results.database.webhookAttempt.createMany({ data: rows });
    await dispatch(createDispatcher());
    const attempts = await harness.results.database.webhookAttempt.findMany({ orderBy: { attempt: 'asc' } });
    expect([attempts.length, attempts[0]?.attempt, attempts.at(-1)?.attempt]).toEqual([50, 4, 53]);
  });

  it('retries an event on request, with its id and a new schedule', async () => {
    const receiver = await startReceiver();
    const jobId = await insertFinishedJob(receiver.url, 0);
    const dispatcher = createDispatcher({ WEBHOOK_RETRY_SCHEDULE: [60_000] });
    receiver.failNext(2);
    await dispatch(dispatcher);
    await elapse(60_000);
    await dispatch(dispatcher);
    const [dead] = await events(jobId);
    expect(dead).toMatchObject({ state: 'dead', attempts: 2 });
    expect(await harness.results.registry.metrics()).toContain('orbweaver_webhook_events_dead_total 1');

    await requestRedelivery(harness.results.database, dead!);
    receiver.failNext(1);
    await dispatch(dispatcher);
    expect((await events(jobId))[0]).toMatchObject({ state: 'pending', attempts: 3, attemptsBefore: 2 });
    await elapse(60_000);
    await dispatch(dispatcher);
    expect((await events(jobId))[0]).toMatchObject({ state: 'delivered', attempts: 4 });
    const started = receiver.deliveries.filter((delivery) => delivery.body.type === 'crawl.started');
    expect(started.map((delivery) => delivery.status)).toEqual([500, 500, 500, 200]);
    expect(new Set(started.map((delivery) => delivery.headers['webhook-id'])).size).toBe(1);
  });

  it('gives an event new attempts when it is requested during its last one', async () => {
    const { database } = harness.results;
    let requests = 0;
    const url = await startServer(async (_, response) => {
      requests += 1;
      if (requests === 2) await requestRedelivery(database, await database.webhookEvent.findFirstOrThrow());
      response.writeHead(500).end();
    });
    const jobId = await harness.results.insertJob({ webhook: { url, events: ['completed'] } });
    await harness.results.settle(jobId, { pages: 0 });
    const dispatcher = createDispatcher({ WEBHOOK_RETRY_SCHEDULE: [60_000] });
    for (const state of ['pending', 'pending', 'dead']) {
      await dispatch(dispatcher);
      expect((await events(jobId))[0]).toMatchObject({ state });
      await elapse(60_000);
    }
    expect(requests).toBe(3);
  });

  it('retries all events of a job in order and at once', async () => {
    const receiver = await startReceiver();
    const jobId = await insertFinishedJob(receiver.url, 2);
    receiver.failNext(1);
    const dispatcher = createDispatcher({ WEBHOOK_RETRY_SCHEDULE: [3_600_000] });
    await dispatch(dispatcher);
    expect(await requestRedeliveryOfJob(harness.results.database, { jobId, states: ['pending', 'dead'] })).toEqual({
      redelivered: 4,
    });
    await dispatch(dispatcher);
    expect(await requestRedeliveryOfJob(harness.results.database, { jobId, states: ['dead'] })).toEqual({
      redelivered: 0,
    });
    expect(await requestRedeliveryOfJob(harness.results.database, { jobId, states: ['delivered'] })).toEqual({
      redelivered: 4,
    });
    await dispatch(dispatcher);
    expect(receiver.deliveries.map((delivery) => delivery.body.sequence)).toEqual([1, 1, 2, 3, 4, 1, 2, 3, 4]);
  });

  it('does not report the end of an event that another dispatcher has taken over', async () => {
    const url = await startServer(async (_, response) => {
      await harness.results.database.webhookEvent.updateMany({ data: { attempts: 2 } });
      response.writeHead(500).end();
    });
    const jobId = await harness.results.insertJob({ webhook: { url, events: ['completed'] } });
    await harness.results.settle(jobId, { pages: 0 });
    await dispatch(createDispatcher({ WEBHOOK_RETRY_SCHEDULE: [] }));
    expect((await events(jobId))[0]).toMatchObject({ state: 'pending', attempts: 2 });
    expect(await harness.results.registry.metrics()).toContain('orbweaver_webhook_events_dead_total 0');
  });

  it('claims no event while an earlier one of its job must be retried', async () => {
    const { database } = harness.results;
    const jobId = await insertFinishedJob('http://127.0.0.1:1/', 0);
    const [first, second] = await events(jobId);
    await database.webhookEvent.update({ where: { id: first!.id }, data: { state: 'delivered', isFirst: false } });
    await database.webhookEvent.update({ where: { id: second!.id }, data: { isFirst: true } });
    await requestRedelivery(database, first!);
    expect(await claimWebhookEvent(database, second!.id, { forMs: 1000 })).toBeUndefined();
    expect(await claimWebhookEvent(database, first!.id, { forMs: 1000 })).toMatchObject({ sequence: 1 });
  });
});
