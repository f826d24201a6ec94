import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { until } from '@orbweaver/testing';
import { listen } from '../../test/listen';
import { numberOf, pageDocument, pageOutcome } from '../../test/messages';
import { createTopics } from './create-topics';
import { createKafkaTransport } from './kafka-transport';

const run = promisify(execFile);
const script = path.resolve(__dirname, '../../../tooling/kafka/kafka.mjs');
const MIB = 1024 * 1024;

describe('a broker that is killed and restarted', () => {
  let dir: string;
  const kafka = async (...args: string[]) =>
    (await run(process.execPath, [script, ...args, '--dir', dir])).stdout.trim();

  beforeAll(async () => {
    dir = await mkdtemp(path.join(os.tmpdir(), 'orbweaver-crash-'));
  });

  afterAll(async () => {
    await kafka('stop');
    await rm(dir, { recursive: true, force: true });
  });

  it('is found again by consumers and publishers, without loss or reordering of acknowledged messages', async () => {
    const brokers = await kafka('start');
    const port = brokers.split(':')[1]!;
    const access = { brokers: [brokers], clientId: 'crash' };
    await createTopics({ ...access, only: ['pageOutcomes', 'pageStored', 'documentsBulk', 'deadLetters'] });
    const fatal: unknown[] = [];
    const transport = createKafkaTransport({ ...access, onFatal: (error) => fatal.push(error) });
    const { publisher } = transport;
    const heard: number[] = [];
    const stored: string[] = [];
    let largest = 0;
    const shared = await listen(
      transport,
      { service: 'frontier', audience: 'shared' },
      {
        pageOutcomes: (message) => heard.push(numberOf(message)),
        documentsBulk: (message) => {
          largest = message.content!.byteLength;
        },
      },
    );
    const each = await listen(
      transport,
      { service: 'gateway', audience: 'each' },
      { pageStored: (message) => stored.push(message.pageId) },
    );
    const jobId = randomUUID();
    const acknowledged: number[] = [];
    const send = async (n: number) => {
      await publisher.publish('pageOutcomes', jobId, pageOutcome(jobId, n));
      acknowledged.push(n);
    };
    for (let n = 0; n < 50; n += 1) await send(n);
    const document = pageDocument(randomBytes(63 * MIB));
    await publisher.publish('documentsBulk', document.pageId, document);
    await until('messages before', () => heard.length === 50 && largest === 63 * MIB);

    const { pid } = JSON.parse(await readFile(path.join(dir, 'running.json'), 'utf8')) as { pid: number };
    process.kill(pid, 'SIGKILL');
    const refused = publisher.publish('pageStored', jobId, { type: 'PageStored', jobId, pageId: jobId, state: 'done' });
    await expect(refused).rejects.toMatchObject({ name: 'BrokerUnavailableError', retry: 'until-it-works' });
    await kafka('start', '--port', port);

    for (let n = 50; n < 100; n += 1) await send(n);
    const pageId = randomUUID();
    await publisher.publish('pageStored', pageId, { type: 'PageStored', jobId, pageId, state: 'done' });
    await until(
      'messages after',
      () => acknowledged.every((n) => heard.includes(n)) && stored.includes(pageId),
      90_000,
    );
    expect(heard.slice(heard.lastIndexOf(50))).toEqual(Array.from({ length: 50 }, (_, n) => 50 + n));
    expect(shared.consumer.health()).toEqual({ healthy: true });
    expect(each.consumer.health()).toEqual({ healthy: true });
    expect(fatal).toEqual([]);
    await Promise.all([shared.close(), each.close()]);
    await transport.close();
  }, 240_000);
});
