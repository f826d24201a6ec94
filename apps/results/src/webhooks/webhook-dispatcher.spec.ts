import { createHmac, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { brotliCompressSync, constants } from 'node:zlib';
import { NO_TEAM_LIMITS } from '@orbweaver/core';
import {
  applyTeams,
  claimWebhookEvent,
  DeclaredWebhookSecret,
  finishWebhookAttempt,
  processActor,
  readBoundedDocument,
  requestRedeliveryOfJob,
  rotateWebhookSecret,
  webhookSecretOf,
} from '@orbweaver/persistence';
import { type ReceivedWebhook, until } from '@orbweaver/testing';
import { dispatcherHarness, SIGNING_SECRET } from '../../test/dispatcher-harness';
import { testDocument } from '../../test/test-document';
import type { ResultsConfig } from '../results.config';

const MIB = 1024 * 1024;
const running = new AbortController().signal;

const harness = dispatcherHarness();
const { createDispatcher, startReceiver, startServer, insertFinishedJob, dispatch, elapse, events } = harness;

const secretOf = (teamId: string, version: number) => webhookSecretOf(SIGNING_SECRET, teamId, version);

async function insertTeam(webhookSecretVersion?: number): Promise<string> {
  const id = randomUUID();
  await harness.results.database.team.create({ data: { id, name: id, webhookSecretVersion } });
  return id;
}

/** Names of the secrets that verify a delivery, by header. */
function signersOf({ headers, raw }: Pick<ReceivedWebhook, 'headers' | 'raw'>, secrets: Record<string, string>) {
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.`;
  const given = String(headers['webhook-signature']).split(' ');
  const keyOf = (secret: string) =>
    secret.startsWith('whsec_') ? Buffer.from(secret.slice('whsec_'.length), 'base64') : secret;
  const accepted = (by: (secret: string) => boolean) => Object.keys(secrets).filter((name) => by(secrets[name]!));
  return {
    firecrawl: accepted((secret) => {
      const hex = createHmac('sha256', secret).update(raw).digest('hex');
      return headers['x-firecrawl-signature'] === `sha256=${hex}`;
    }),
    standard: accepted((secret) =>
      given.includes(`v1,${createHmac('sha256', keyOf(secret)).update(signed).update(raw).digest('base64')}`),
    ),
  };
}

describe('WebhookDispatcher', () => {
  it('sends signed events of a job in order, page events with their document', async () => {
    const receiver = await startReceiver();
    const webhook = {
      metadata: { run: '7' },
      headers: { Authorization: 'Bearer x', 'x-firecrawl-signature': 'forged' },
    };
    const teamId = await insertTeam();
    const jobId = await insertFinishedJob(receiver.url, 2, webhook, teamId);
    await dispatch(createDispatcher());

    const stored = await events(jobId);
    expect(stored.map((event) => [event.state, event.lastStatus])).toEqual(stored.map(() => ['delivered', 200]));
    const expected = { success: true, id: jobId, teamId, metadata: { run: '7' } };
    const document = (index: number) => ({
      markdown: `${index}`,
      metadata: expect.objectContaining({ scrapeId: stored[index + 1]!.pageId, creditsUsed: 1, statusCode: 200 }),
    });
    expect(receiver.deliveries.map((delivery) => delivery.body)).toEqual([
      { ...expected, type: 'crawl.started', webhookId: stored[0]!.id, sequence: 1, data: [] },
      { ...expected, type: 'crawl.page', webhookId: stored[1]!.id, sequence: 2, data: [document(0)] },
      { ...expected, type: 'crawl.page', webhookId: stored[2]!.id, sequence: 3, data: [document(1)] },
      { ...expected, type: 'crawl.completed', webhookId: stored[3]!.id, sequence: 4, data: [] },
    ]);
    for (const { headers, raw } of receiver.deliveries) {
      expect(headers).toMatchObject({ 'content-type': 'application/json', authorization: 'Bearer x' });
      expect(signersOf({ headers, raw }, { team: secretOf(teamId, 1) })).toEqual({
        firecrawl: ['team'],
        standard: ['team'],
      });
    }
  });

  it('signs with the secret of the team, and with the previous one until the overlap ends', async () => {
    const [own, other, old] = [await insertTeam(), await insertTeam(), await insertTeam(0)];
    const secrets = {
      own1: secretOf(own, 1),
      own2: secretOf(own, 2),
      other: secretOf(other, 1),
      old1: secretOf(old, 1),
      master: SIGNING_SECRET,
    };
    const receiver = await startReceiver();
    const signers = async (teamId: string) => {
      await insertFinishedJob(receiver.url, 0, { events: ['completed'] }, teamId);
      await dispatch(createDispatcher());
      return signersOf(receiver.deliveries.at(-1)!, secrets);
    };
    const rotate = (id: string, overlapMs: number) =>
      rotateWebhookSecret(harness.results.database, processActor('test'), { id, overlapMs });
    const [ownBefore, otherBefore, oldBefore] = [await signers(own), await signers(other), await signers(old)];
    expect(ownBefore).toEqual({ firecrawl: ['own1'], standard: ['own1'] });
    expect(otherBefore).toEqual({ firecrawl: ['other'], standard: ['other'] });
    expect(oldBefore).toEqual({ firecrawl: ['master'], standard: ['master'] });

    await rotate(own, 60_000);
    await rotate(old, 60_000);
    expect(await signers(own)).toEqual({ firecrawl: ['own2'], standard: ['own1', 'own2'] });
    expect(await signers(old)).toEqual({ firecrawl: ['old1'], standard: ['old1', 'master'] });
    expect(await signers(other)).toEqual(otherBefore);

    await harness.results.database.$executeRaw`
      UPDATE teams SET previous_webhook_secret_until = now() - interval '1 second'`;
    expect(await signers(own)).toEqual({ firecrawl: ['own2'], standard: ['own2'] });
    expect(await signers(old)).toEqual({ firecrawl: ['old1'], standard: ['old1'] });
    await rotate(other, 0);
    expect(await signers(other)).toEqual({ firecrawl: [], standard: [] });
  });

  it('signs with the declared secret of the team, and after a change also with the previous one', async () => {
    const name = randomUUID();
    const declare = (secret?: string, master = SIGNING_SECRET) =>
      applyTeams(harness.results.database, processActor('test'), {
        digest: randomUUID(),
        prune: false,
        teams: [
          {
            name,
            limits: NO_TEAM_LIMITS,
            hosts: { allowed: [], closed: [] },
            credits: undefined,
            webhookSecret: secret === undefined ? undefined : new DeclaredWebhookSecret(master, secret, 60_000),
            keys: [],
          },
        ],
      });
    const secrets = { first: 'the-first-declared-secret', second: `whsec_${Buffer.alloc(24, 7).toString('base64')}` };
    await declare(secrets.first);
    const { id } = await harness.results.database.team.findUniqueOrThrow({ where: { name } });
    const receiver = await startReceiver();
    const signers = async (changes: Parameters<typeof createDispatcher>[0] = {}) => {
      await insertFinishedJob(receiver.url, 0, { events: ['completed'] }, id);
      await dispatch(createDispatcher(changes));
      return signersOf(receiver.deliveries.at(-1)!, { ...secrets, derived: secretOf(id, 4) });
    };
    expect(await signers()).toEqual({ firecrawl: ['first'], standard: ['first'] });
    await declare(secrets.second);
    expect(await signers()).toEqual({ firecrawl: ['second'], standard: ['first', 'second'] });
    await declare();
    expect(await signers()).toEqual({ firecrawl: ['derived'], standard: ['second', 'derived'] });

    await declare(secrets.first);
    const WEBHOOK_SECRET = 'another-master-secret-of-webhooks';
    await declare(secrets.first, WEBHOOK_SECRET);
    expect(await signers({ WEBHOOK_SECRET })).toEqual({ firecrawl: ['first'], standard: ['first'] });
    await declare(secrets.second, WEBHOOK_SECRET);
    expect(await signers({ WEBHOOK_SECRET })).toEqual({ firecrawl: ['second'], standard: ['first', 'second'] });
  });

  it('erases header values of a webhook when all events of its ended job are delivered, unless one is dead', async () => {
    const receiver = await startReceiver();
    const webhook = { headers: { Authorization: 'Bearer secret', 'X-Empty': '' } };
    const headersOf = async (jobId: string) =>
      ((await harness.results.readJob(jobId)).webhook as { headers: object }).headers;
    const delivered = await insertFinishedJob(receiver.url, 1, webhook);
    await dispatch(createDispatcher());
    expect(receiver.deliveries.map(({ headers }) => headers.authorization)).toEqual(Array(3).fill('Bearer secret'));
    expect(receiver.deliveries.map(({ headers }) => headers['x-empty'])).toEqual(Array(3).fill(''));
    expect(await headersOf(delivered)).toEqual({ Authorization: '', 'X-Empty': '' });

    const undelivered = await insertFinishedJob(receiver.url, 0, webhook);
    receiver.failNext(1);
    await dispatch(createDispatcher({ WEBHOOK_RETRY_SCHEDULE: [] }));
    expect((await events(undelivered)).map(({ state }) => state)).toEqual(['dead', 'delivered']);
    expect(await headersOf(undelivered)).toEqual(webhook.headers);
    await requestRedeliveryOfJob(harness.results.database, { jobId: undelivered, states: ['dead'] });
    await dispatch(createDispatcher());
    expect(receiver.deliveries.at(-1)).toMatchObject({ status: 200, headers: { authorization: 'Bearer secret' } });
    expect(await headersOf(undelivered)).toEqual({ Authorization: '', 'X-Empty': '' });

    await requestRedeliveryOfJob(harness.results.database, { jobId: delivered, states: ['delivered'] });
    await dispatch(createDispatcher());
    expect(receiver.deliveries.at(-1)).toMatchObject({ status: 200, body: { id: delivered } });
    expect(receiver.deliveries.at(-1)?.headers).not.toHaveProperty('authorization');
  });

  it('sends the error of a failed job', async () => {
    const receiver = await startReceiver();
    const jobId = await harness.results.insertJob({ webhook: { url: receiver.url, events: ['failed'] } });
    await harness.results.settle(jobId, { pages: 0, reason: 'failed', error: 'No such host.' });
    await dispatch(createDispatcher());
    expect(receiver.deliveries.map((delivery) => delivery.body)).toMatchObject([
      { success: false, type: 'crawl.failed', data: [], error: 'No such host.' },
    ]);
  });

  it('retries by the schedule, gives up, and then sends the next event', async () => {
    const receiver = await startReceiver();
    const jobId = await insertFinishedJob(receiver.url, 0);
    receiver.failNext(3);
    const dispatcher = createDispatcher();
    const attempts: [number, number][] = [
      [0, 1],
      [50_000, 1],
      [10_000, 2],
      [290_000, 2],
    ];
    for (const [elapsedMs, deliveries] of attempts) {
      await elapse(elapsedMs);
      await dispatch(dispatcher);
      expect(receiver.deliveries).toHaveLength(deliveries);
    }
    await elapse(10_000);
    await dispatch(dispatcher);
    expect(receiver.deliveries.map((delivery) => [delivery.body.type, delivery.status])).toEqual([
      ['crawl.started', 500],
      ['crawl.started', 500],
      ['crawl.started', 500],
      ['crawl.completed', 200],
    ]);
    expect(new Set(receiver.deliveries.slice(0, 3).map((delivery) => delivery.headers['webhook-id'])).size).toBe(1);
    expect(await events(jobId)).toMatchObject([
      { state: 'dead', attempts: 3, lastStatus: 500, lastError: 'The receiver answered with status 500.' },
      { state: 'delivered', attempts: 1 },
    ]);
  });

  it('sends events of other jobs while one waits for its next attempt', async () => {
    const receiver = await startReceiver();
    const waiting = await insertFinishedJob(receiver.url, 1);
    receiver.failNext(1);
    const dispatcher = createDispatcher();
    await dispatch(dispatcher);
    const other = await insertFinishedJob(receiver.url, 1);
    await dispatch(dispatcher);
    expect((await events(other)).map((event) => event.state)).toEqual(['delivered', 'delivered', 'delivered']);
    expect((await events(waiting)).map((event) => event.state)).toEqual(['pending', 'pending', 'pending']);
  });

  it('does not delay other receivers because of a hanging one', async () => {
    let release!: () => void;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    let requests = 0;
    const slow = await startServer((_, response) => {
      requests += 1;
      void released.then(() => response.end());
    });
    const receiver = await startReceiver();
    for (let job = 0; job < 10; job += 1) await insertFinishedJob(slow, 0);
    const quick = await insertFinishedJob(receiver.url, 3);
    const dispatcher = createDispatcher({ WEBHOOK_CONCURRENCY: 6 });
    await dispatcher.dispatchDue(running);
    await until('the quick ones', async () => (await events(quick)).every((event) => event.state === 'delivered'));
    await until('as many slow ones as a host may have', () => requests === 4);
    release();
    await dispatcher.drain();
    expect(requests).toBe(8);
  });

  it('limits hanging endpoints to half of the slots', async () => {
    let requests = 0;
    const hang = () =>
      startServer(() => {
        requests += 1;
      });
    const dead = await Promise.all(Array.from({ length: 6 }, hang));
    for (const url of dead) await insertFinishedJob(url, 0);
    const dispatcher = createDispatcher({
      WEBHOOK_CONCURRENCY: 6,
      WEBHOOK_TIMEOUT: 300,
      WEBHOOK_RETRY_SCHEDULE: [60_000, 60_000],
    });
    await dispatch(dispatcher);
    expect(requests).toBe(6);
    await elapse(60_000);
    const receiver = await startReceiver();
    const quick = await Promise.all(Array.from({ length: 3 }, () => insertFinishedJob(receiver.url, 1)));
    await dispatcher.dispatchDue(running);
    await until('all three', async () =>
      (await Promise.all(quick.map(events))).flat().every((event) => event.state === 'delivered'),
    );
    expect(requests).toBeLessThanOrEqual(9);
    await dispatcher.drain();
  });

  it('replaces a document that is too large by a warning', async () => {
    const receiver = await startReceiver();
    const jobId = await harness.results.insertJob({ webhook: { url: receiver.url, events: ['page'] } });
    await harness.results.store(
      testDocument(jobId, { content: { markdown: 'x'.repeat(2000) } }),
      testDocument(jobId, { content: { markdown: 'x'.repeat(500) } }),
    );
    await dispatch(createDispatcher({ WEBHOOK_MAX_DOCUMENT_MIB: 1000 / 1024 ** 2 }));
    expect(receiver.deliveries.map((delivery) => delivery.body.data)).toEqual([
      [
        {
          warning: expect.stringContaining('size limit of webhooks (1000 bytes)'),
          metadata: expect.objectContaining({ statusCode: 200 }),
        },
      ],
      [{ markdown: 'x'.repeat(500), metadata: expect.objectContaining({ statusCode: 200 }) }],
    ]);
    const [first] = await events(jobId);
    const stored = await readBoundedDocument(harness.results.database, first!.pageId!, 1000);
    expect(stored).toMatchObject({ content: null, jsonBytes: expect.any(Number) });
  });

  const badAnswers: [string, (request: IncomingMessage, response: ServerResponse) => unknown, RegExp][] = [
    ['does not answer in time', () => undefined, /^The receiver did not answer within 0\.2 s\.$/],
    ['resets the connection', (request) => request.socket.resetAndDestroy(), /^The server reset the connection: /],
    [
      'redirects',
      (_, response) => response.writeHead(307, { location: '/elsewhere' }).end(),
      /^The receiver answered with status 307\.$/,
    ],
  ];
  test.each(badAnswers)('retries when a receiver %s', async (_, answer, lastError) => {
    let requests = 0;
    const url = await startServer((request, response) => {
      requests += 1;
      answer(request, response);
    });
    const jobId = await insertFinishedJob(url, 0);
    const beforeMs = Date.now();
    await dispatch(createDispatcher({ WEBHOOK_TIMEOUT: 200 }));
    expect(requests).toBe(1);
    const [first] = await events(jobId);
    expect(first).toMatchObject({ state: 'pending', attempts: 1, lastError: expect.stringMatching(lastError) });
    const waitsMs = first!.nextAttemptAt.getTime() - beforeMs;
    expect(waitsMs).toBeGreaterThanOrEqual(60_000);
    expect(waitsMs).toBeLessThanOrEqual(60_000 + Date.now() - beforeMs);
  });

  const bomb = brotliCompressSync(Buffer.alloc(64 * MIB), { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
  const bodies: [string, (response: ServerResponse) => unknown][] = [
    ['large', (response) => response.end('x'.repeat(1_000_000))],
    ['that unpacks to 64 MiB', (response) => response.writeHead(200, { 'content-encoding': 'br' }).end(bomb)],
    ['with a wrong Content-Encoding', (response) => response.writeHead(200, { 'content-encoding': 'br' }).end('ok')],
    [
      'broken off',
      (response) => response.writeHead(200, { 'content-length': 9 }).write('x', () => response.socket?.destroy()),
    ],
    ['that never ends', (response) => response.writeHead(200).write('x')],
  ];
  test.each(bodies)('counts a 2xx response as delivered without reading a body %s', async (_, answer) => {
    const connections = new Set<Socket>();
    const url = await startServer((request, response) => {
      connections.add(request.socket);
      answer(response);
    });
    const jobId = await insertFinishedJob(url, 0);
    const before = process.memoryUsage().arrayBuffers;
    await dispatch(createDispatcher({ WEBHOOK_TIMEOUT: 500 }));
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(16 * MIB);
    expect((await events(jobId)).map(({ state, lastStatus }) => [state, lastStatus])).toEqual([
      ['delivered', 200],
      ['delivered', 200],
    ]);
    const open = () => [...connections].filter(({ destroyed }) => !destroyed).length;
    await until('at most one connection is open', () => open() <= 1);
  });

  test.each<[string, host: string, Partial<ResultsConfig>, reason: string]>([
    ['an address that is not allowed', '127.0.0.1', { EGRESS_ALLOW: '' }, '127.0.0.1 is not on the public internet'],
    ['an address that is closed', '127.0.0.1', { EGRESS_DENY: '127.0.0.1' }, 'has closed 127.0.0.1'],
    [
      'a name that resolves to a denied address',
      'localhost',
      { EGRESS_ALLOW: '' },
      'localhost is not on the public internet',
    ],
  ])(
    'sends nothing to %s, logs the denial, and delivers once the address is allowed',
    async (_, host, slip, reason) => {
      const receiver = await startReceiver();
      const jobId = await insertFinishedJob(receiver.url.replace('127.0.0.1', host), 0);
      await dispatch(createDispatcher(slip));
      expect(receiver.deliveries).toHaveLength(0);
      expect(await events(jobId)).toMatchObject([
        { state: 'pending', attempts: 1, lastError: expect.stringContaining(reason) },
        { state: 'pending', attempts: 0 },
      ]);
      const log = await harness.results.database.webhookAttempt.findMany();
      expect(log).toMatchObject([{ attempt: 1, status: null, error: expect.stringContaining(reason) }]);
      await elapse(60_000);
      await dispatch(createDispatcher());
      expect(receiver.deliveries.map((delivery) => delivery.body.type)).toEqual(['crawl.started', 'crawl.completed']);
      expect((await events(jobId)).map((event) => event.state)).toEqual(['delivered', 'delivered']);
    },
  );

  it('gives up a denied address after the schedule', async () => {
    const jobId = await insertFinishedJob('http://10.0.0.1/hook', 0);
    const dispatcher = createDispatcher({ WEBHOOK_RETRY_SCHEDULE: [60_000] });
    await dispatch(dispatcher);
    await elapse(60_000);
    await dispatch(dispatcher);
    expect((await events(jobId))[0]).toMatchObject({ state: 'dead', attempts: 2 });
  });

  it.each(['ftp://receiver.example/hook', 'no url'])('gives up the undeliverable URL %s at once', async (url) => {
    const jobId = await insertFinishedJob(url, 0);
    await dispatch(createDispatcher());
    expect(await events(jobId)).toMatchObject([
      { state: 'dead', attempts: 1, lastError: expect.stringContaining('Not an http or https URL') },
      { state: 'dead', attempts: 1 },
    ]);
  });

  it('retries an event that cannot be built by the schedule, and then sends the next', async () => {
    const receiver = await startReceiver();
    const jobId = await insertFinishedJob(receiver.url, 1, { events: ['page', 'completed'] });
    await harness.results.database.document.updateMany({ where: { jobId }, data: { content: Buffer.from('damaged') } });
    const dispatcher = createDispatcher({ WEBHOOK_RETRY_SCHEDULE: [60_000] });
    await dispatch(dispatcher);
    expect(receiver.deliveries).toHaveLength(0);
    await elapse(60_000);
    await dispatch(dispatcher);
    expect(receiver.deliveries.map((delivery) => delivery.body.type)).toEqual(['crawl.completed']);
    expect(await events(jobId)).toMatchObject([{ state: 'dead', attempts: 2 }, { state: 'delivered' }]);
  });

  it('sends every event once and in order from several replicas', async () => {
    const receiver = await startReceiver();
    const jobs = await Promise.all(Array.from({ length: 6 }, () => insertFinishedJob(receiver.url, 5)));
    const replicas = [createDispatcher(), createDispatcher(), createDispatcher()];
    await until('the end of the outbox', async () => {
      await Promise.all(replicas.map(dispatch));
      return (await harness.results.database.webhookEvent.count({ where: { state: 'pending' } })) === 0;
    });
    for (const jobId of jobs) {
      const received = receiver.deliveries.filter((delivery) => delivery.body.id === jobId);
      expect(received.map((delivery) => delivery.body.webhookId)).toEqual(
        (await events(jobId)).map((event) => event.id),
      );
    }
  });

  it('takes over from a dead dispatcher, whose late result has no effect', async () => {
    const receiver = await startReceiver();
    const jobId = await insertFinishedJob(receiver.url, 0);
    const [first] = await events(jobId);
    const dead = await claimWebhookEvent(harness.results.database, first!.id, { forMs: 25_000 });
    const dispatcher = createDispatcher();
    await dispatch(dispatcher);
    expect(receiver.deliveries).toHaveLength(0);
    await elapse(25_000);
    const taken = await claimWebhookEvent(harness.results.database, first!.id, { forMs: 0 });
    const times = { startedAt: new Date(), now: new Date() };
    const late = () => ({ state: 'dead' as const, status: 500, error: 'late' });
    expect(await finishWebhookAttempt(harness.results.database, dead!, late, times)).toBeUndefined();
    expect(await harness.results.database.webhookAttempt.count({ where: { eventId: first!.id } })).toBe(0);
    expect(taken?.attempt).toBe(2);
    await dispatch(dispatcher);
    expect((await events(jobId)).map((event) => event.state)).toEqual(['delivered', 'delivered']);
  });
});
