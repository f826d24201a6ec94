import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { type SilentProxy, startSilentProxy, until } from '@orbweaver/testing';
import { type Listener, listen } from '../../test/listen';
import { numberOf, pageOutcome } from '../../test/messages';
import type { Transport } from '../transport';
import { createTopics } from './create-topics';
import { createKafkaTransport } from './kafka-transport';

const run = promisify(execFile);
const script = path.resolve(__dirname, '../../../tooling/kafka/kafka.mjs');
const MAX_SILENCE_MS = 3_000;

/** A separate broker that advertises the address of a proxy. */
describe('a broker with silent open connections', () => {
  let dir: string;
  let proxy: SilentProxy;
  let broker: string;
  let transport: Transport;
  let listeners: Listener[];
  let fatal: unknown[];
  let heard: number[];
  let stored: string[];
  const jobId = randomUUID();
  const kafka = async (...args: string[]) =>
    (await run(process.execPath, [script, ...args, '--dir', dir])).stdout.trim();
  const publish = (n: number) => transport.publisher.publish('pageOutcomes', jobId, pageOutcome(jobId, n));

  beforeAll(async () => {
    dir = await mkdtemp(path.join(os.tmpdir(), 'orbweaver-silent-'));
    // The broker must advertise the proxy's port before it has its own.
    proxy = await startSilentProxy('http://127.0.0.1:1');
    broker = `http://${await kafka('start', '--advertise', new URL(proxy.url).port)}`;
    proxy.carryNew(broker);
  }, 120_000);

  afterAll(async () => {
    await proxy.close();
    await kafka('stop');
    await rm(dir, { recursive: true, force: true });
  });

  beforeEach(async () => {
    fatal = [];
    heard = [];
    stored = [];
    const access = { brokers: [new URL(proxy.url).host], clientId: 'silent', prefix: `${randomUUID()}.` };
    await createTopics({ ...access, only: ['pageOutcomes', 'pageStored', 'deadLetters'] });
    transport = createKafkaTransport({
      ...access,
      maxSilenceMs: MAX_SILENCE_MS,
      onFatal: (error) => fatal.push(error),
    });
    listeners = [
      await listen(
        transport,
        { service: 'frontier', audience: 'shared' },
        { pageOutcomes: (message) => heard.push(numberOf(message)) },
      ),
      await listen(
        transport,
        { service: 'gateway', audience: 'each' },
        { pageStored: ({ pageId }) => stored.push(pageId) },
      ),
    ];
    await publish(1);
    await until('the first message', () => heard.includes(1));
  }, 60_000);

  afterEach(async () => {
    await Promise.all(listeners.map((listener) => listener.close()));
    await transport.close();
  });

  const untilWorks = async (n: number) => {
    await until(
      'a publication',
      () =>
        publish(n).then(
          () => true,
          () => false,
        ),
      60_000,
    );
    const pageId = randomUUID();
    await transport.publisher.publish('pageStored', pageId, { type: 'PageStored', jobId, pageId, state: 'done' });
    await until('the messages', () => heard.includes(n) && stored.includes(pageId), 60_000);
    await until('healthy consumers', () => listeners.every(({ consumer }) => consumer.health().healthy));
    expect(fatal).toEqual([]);
  };

  it('is reached over new connections, without a restart', async () => {
    proxy.silenceOpen();
    await untilWorks(2);
  }, 150_000);

  it('is reached again after new connections were silent too', async () => {
    proxy.silenceAll();
    await expect(publish(2)).rejects.toMatchObject({ name: 'BrokerUnavailableError', retry: 'until-it-works' });
    await until('unhealthy consumers', () => listeners.every(({ consumer }) => !consumer.health().healthy), 60_000);
    proxy.carryNew(broker);
    await untilWorks(3);
  }, 210_000);
});
