import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { noTracing } from '@orbweaver/platform';
import { startWebhookReceiver, type WebhookReceiver } from '@orbweaver/testing';
import { type ResultsConfig, resultsConfig } from '../src/results.config';
import { WebhookDispatcher } from '../src/webhooks/webhook-dispatcher';
import { WebhookSender } from '../src/webhooks/webhook-sender';
import { quietLog, type ResultsHarness, startResultsHarness } from './results-harness';
import { testDocument } from './test-document';

export const SIGNING_SECRET = 'a secret of the receiver';

const webhookConfig = {
  WEBHOOK_SECRET: SIGNING_SECRET,
  WEBHOOK_RETRY_SCHEDULE: [60_000, 300_000],
  WEBHOOK_TIMEOUT: 5_000,
  WEBHOOK_CONCURRENCY: 16,
  WEBHOOK_HOST_CONCURRENCY: 4,
  WEBHOOK_MAX_DOCUMENT_MIB: 1,
  EGRESS_ALLOW: '127.0.0.0/8',
};

export function dispatcherHarness(options?: Parameters<typeof startResultsHarness>[0]) {
  let results: ResultsHarness;
  const closing: (() => Promise<unknown>)[] = [];
  beforeEach(async () => {
    results = await startResultsHarness(options);
  });
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
    await results.close();
  });

  return {
    get results(): ResultsHarness {
      return results;
    },

    createDispatcher(changes: Partial<ResultsConfig> = {}): WebhookDispatcher {
      const config = { ...resultsConfig.parse({}), ...webhookConfig, ...changes };
      const { database, contents, cipher, metrics, signals, clock } = results;
      const sender = new WebhookSender(database, contents, cipher, clock, config, quietLog);
      closing.push(() => sender.onApplicationShutdown());
      const { random, tracing } = { random: () => 0, tracing: noTracing };
      return new WebhookDispatcher(database, clock, random, config, quietLog, sender, metrics, signals, tracing);
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

    /** Moves the outbox into the past, because due times use the clock of Postgres. */
    async elapse(ms: number): Promise<void> {
      await results.database.$executeRaw`
        UPDATE webhook_events SET next_attempt_at = next_attempt_at - ${ms}::int * interval '1 millisecond',
                                  claimed_until = claimed_until - ${ms}::int * interval '1 millisecond'`;
    },

    async insertFinishedJob(url: string, pages: number, webhook: object = {}, teamId?: string): Promise<string> {
      const jobId = await results.insertJob({ teamId, webhook: { url, ...webhook } });
      await results.store(
        ...Array.from({ length: pages }, (_, index) => testDocument(jobId, { content: { markdown: `${index}` } })),
      );
      await results.settle(jobId, { pages });
      return jobId;
    },

    async dispatch(dispatcher: WebhookDispatcher): Promise<void> {
      await dispatcher.dispatchDue(new AbortController().signal);
      await dispatcher.drain();
    },

    events: (jobId: string) =>
      results.database.webhookEvent.findMany({ where: { jobId }, orderBy: { sequence: 'asc' } }),
  };
}
