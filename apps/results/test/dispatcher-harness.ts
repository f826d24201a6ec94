import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createEgressGuard, createHttpClient } from '@orbweaver/egress';
import { startWebhookReceiver, type WebhookReceiver } from '@orbweaver/testing';
import { type DispatcherSettings, WebhookDispatcher } from '../src/webhooks/webhook-dispatcher';
import { quietLog, type ResultsHarness, startResultsHarness, testDocument } from './results-harness';

export const SIGNING_SECRET = 'a secret of the receiver';

/** For a suite: dispatchers and receivers on a bench of its own for every test, closed after it. */
export function dispatcherHarness() {
  let bench: ResultsHarness;
  const closing: (() => Promise<unknown>)[] = [];
  beforeEach(async () => {
    bench = await startResultsHarness();
  });
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
    await bench.close();
  });

  return {
    get bench(): ResultsHarness {
      return bench;
    },

    createDispatcher(settings: Partial<DispatcherSettings> = {}, allow = '127.0.0.0/8'): WebhookDispatcher {
      const client = createHttpClient({ guard: createEgressGuard({ allow }), userAgent: 'test' });
      closing.push(() => client.close());
      const { database, metrics, bell, clock } = bench;
      return new WebhookDispatcher(
        { database, client, metrics, log: quietLog, bell, now: () => clock.nowMs, random: () => 0 },
        {
          secret: SIGNING_SECRET,
          retryScheduleMs: [60_000, 300_000],
          timeoutMs: 5000,
          concurrency: 16,
          concurrencyPerHost: 4,
          maxDocumentBytes: 1_000_000,
          ...settings,
        },
      );
    },

    async startReceiver(): Promise<WebhookReceiver> {
      const receiver = await startWebhookReceiver();
      closing.push(() => receiver.close());
      return receiver;
    },

    async startServer(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
      const server = createServer(answer);
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      closing.push(() => {
        server.closeAllConnections();
        return new Promise((resolve) => server.close(resolve));
      });
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
    },

    /** The outbox goes by Postgres' clock: everything in it moves this far into the past. */
    async elapse(ms: number): Promise<void> {
      await bench.database.$executeRaw`
        UPDATE webhook_events SET next_attempt_at = next_attempt_at - ${ms}::int * interval '1 millisecond',
                                  claimed_until = claimed_until - ${ms}::int * interval '1 millisecond'`;
    },

    /** A job with `started`, `pages` page events and `completed` in its outbox. */
    async insertFinishedJob(url: string, pages: number, webhook: object = {}, teamId?: string): Promise<string> {
      const jobId = await bench.insertJob({ teamId, webhook: { url, ...webhook } });
      await bench.store(
        ...Array.from({ length: pages }, (_, index) => testDocument(jobId, { content: { markdown: `${index}` } })),
      );
      await bench.settle(jobId, { pages });
      return jobId;
    },

    async dispatch(dispatcher: WebhookDispatcher): Promise<void> {
      await dispatcher.turn(new AbortController().signal);
      await dispatcher.drain();
    },

    events: (jobId: string) => bench.database.webhookEvent.findMany({ where: { jobId }, orderBy: { sequence: 'asc' } }),
  };
}
