import 'reflect-metadata';
import type { INestMicroservice } from '@nestjs/common';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { type RenderPage, withTtl } from '@orbweaver/contracts';
import { createMemoryTransport, type Transport } from '@orbweaver/messaging';
import { Stopping } from '@orbweaver/platform';
import { until } from '@orbweaver/testing';
import { Registry } from 'prom-client';
import { keepLog } from '../../test/quiet-log';
import { crawlPart, renderMessage } from '../../test/render-message';
import { RendererMetrics } from '../renderer-metrics';
import { PageIntake } from './page-intake';
import { RenderConsumer } from './render.consumer';

@Module({})
class ConsumerModule {}

const URL = 'http://page.test/';

let transport: Transport;
let application: INestMicroservice;
let intake: PageIntake;
let stopping: Stopping;
let registry: Registry;
let backlog: number;
/** Pages in progress, with their functions to finish them. */
let inHand: { message: RenderPage; finish(): void; fail(error: Error): void }[];
/** Pages that arrived after their deadline. */
let expired: RenderPage[];
let events: ReturnType<typeof keepLog>['events'];

beforeEach(async () => {
  transport = createMemoryTransport();
  stopping = new Stopping();
  registry = new Registry();
  backlog = 0;
  inHand = [];
  expired = [];
  const kept = keepLog();
  events = kept.events;
  intake = new PageIntake({
    capacity: 4,
    reserved: 1,
    browserBacklog: () => backlog,
    maxBrowserBacklog: 8,
    render: (message) =>
      new Promise((resolve, reject) => {
        inHand.push({ message, finish: resolve, fail: reject });
      }),
    expire: async (message) => void expired.push(message),
    closed: { interactive: stopping.signal, bulk: stopping.signal },
    log: kept.log,
  });
  application = await NestFactory.createMicroservice(
    {
      module: ConsumerModule,
      controllers: [RenderConsumer],
      providers: [
        { provide: PageIntake, useValue: intake },
        { provide: RendererMetrics, useValue: new RendererMetrics(registry) },
      ],
    },
    { strategy: transport.consumer({ service: 'renderer', audience: 'shared' }), logger: false },
  );
  await application.listen();
});

afterEach(async () => {
  stopping.begin();
  for (const page of inHand) page.finish();
  await application.close();
  await transport.close();
});

async function publishBulk(count: number): Promise<void> {
  for (let i = 0; i < count; i += 1) {
    const message = renderMessage(URL, crawlPart());
    await transport.publisher.publish('renderBulk', message.pageId, message);
  }
}

const bulkInHand = (): number => inHand.filter(({ message }) => message.kind !== 'scrape').length;

describe('RenderConsumer', () => {
  it('accepts pages up to its capacity, and the next when one is finished', async () => {
    await publishBulk(10);
    await until('three pages', () => inHand.length === 3);
    inHand[0]!.finish();
    await until('the fourth', () => inHand.length === 4);
    for (let taken = 1; taken < 10; taken += 1) {
      await until('the next', () => inHand.length > taken);
      inHand[taken]!.finish();
    }
    await intake.whenEmpty();
    expect(inHand).toHaveLength(10);
  });

  it('accepts a scrape while a crawl uses all bulk slots', async () => {
    await publishBulk(10);
    await until('three pages', () => inHand.length === 3);
    const scrape = renderMessage(URL);
    await transport.publisher.publish('renderInteractive', scrape.pageId, scrape);
    await until('the scrape', () => inHand.length === 4);
    expect(inHand[3]!.message.pageId).toBe(scrape.pageId);
    expect(bulkInHand()).toBe(3);
  });

  it('accepts no page of a job while too many wait for a browser', async () => {
    backlog = 8;
    await publishBulk(1);
    const scrape = renderMessage(URL);
    await transport.publisher.publish('renderInteractive', scrape.pageId, scrape);
    await until('the scrape', () => inHand.length > 0);
    expect(bulkInHand()).toBe(0);
    backlog = 7;
    await until('the page of the job', () => bulkInHand() === 1);
  });

  it.each([
    ['ahead', 600_000],
    ['behind', -600_000],
  ])('accepts a page before its deadline when the clock of the sender is ten minutes %s', async (_, skewMs) => {
    const senderNow = Date.now() + skewMs;
    const message = withTtl(renderMessage(URL, { ...crawlPart(), deadlineAt: senderNow + 20_000 }), senderNow);
    await transport.publisher.publish('renderBulk', message.pageId, message);
    await until('the page', () => inHand.length === 1);
    const leftMs = inHand[0]!.message.deadlineAt - Date.now();
    expect(leftMs).toBeGreaterThan(15_000);
    expect(leftMs).toBeLessThanOrEqual(20_000);
    expect(expired).toEqual([]);
  });

  it.each([
    ['a scrape', {}],
    ['a scrape with a duration', { ttlMs: 0 }],
    ['a crawl', crawlPart()],
    ['a crawl with a duration', { ...crawlPart(), ttlMs: 0 }],
  ])('reports and counts a page past its deadline: %s', async (_, part) => {
    const late = renderMessage(URL, { ...part, deadlineAt: Date.now() - 1 });
    const topic = late.kind === 'scrape' ? 'renderInteractive' : 'renderBulk';
    await transport.publisher.publish(topic, late.pageId, late);
    const next = renderMessage(URL, { ...part, ttlMs: undefined });
    await transport.publisher.publish(topic, next.pageId, next);
    await until('the next', () => inHand.length > 0);
    expect(inHand.map(({ message }) => message.pageId)).toEqual([next.pageId]);
    expect(expired.map(({ pageId }) => pageId)).toEqual([late.pageId]);
    expect(await registry.metrics()).toContain('orbweaver_pages_dropped_total{reason="deadline"} 1');
  });

  it('logs a page lost by an internal error, and frees its slot', async () => {
    await publishBulk(4);
    await until('three pages', () => inHand.length === 3);
    inHand[0]!.fail(new Error('a fault'));
    await until('the fourth', () => inHand.length === 4);
    expect(events).toContainEqual(expect.objectContaining({ event: 'page-lost' }));
  });

  it.each(['renderInteractive', 'renderBulk'] as const)(
    'accepts ephemeral pages of %s without logging them',
    async (topic) => {
      const part = topic === 'renderBulk' ? crawlPart() : {};
      const page = renderMessage('http://secret.test/', { ...part, zeroDataRetention: true });
      await transport.publisher.publish(topic, page.pageId, page);
      await until('the page', () => inHand.length === 1);
      inHand[0]!.fail(new TypeError('http://secret.test/ broke it'));
      await until('the log line', () => events.length > 0);
      expect(events).toMatchObject([
        {
          event: 'page-lost',
          fields: { pageId: page.pageId, err: { stack: expect.stringMatching(/^TypeError: The message is withheld/) } },
        },
      ]);
      expect(JSON.stringify(events)).not.toContain('secret');
    },
  );
});
