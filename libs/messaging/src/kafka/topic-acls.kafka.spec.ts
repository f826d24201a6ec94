import { execFile } from 'node:child_process';
import type { UUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { namesOf, type TopicService, topics } from '@orbweaver/contracts';
import { PoisonedInputError } from '@orbweaver/core';
import { until } from '@orbweaver/testing';
import { Kafka, logLevel } from 'kafkajs';
import { listen } from '../../test/listen';
import { pageDocument, renderPage } from '../../test/messages';
import { readConsumerGroups } from './consumer-groups';
import { createTopics } from './create-topics';
import { readDeadLetters, replayDeadLetters } from './dead-letters';
import { groupOf } from './kafka-options';
import { createKafkaTransport } from './kafka-transport';
import { applyTopicAcls, type PrincipalRole, principalRoles } from './topic-acls';

const run = promisify(execFile);
const script = path.resolve(__dirname, '../../../tooling/kafka/kafka.mjs');
const PASSWORD = 'secret';
const TOPIC_REFUSED = /TOPIC_AUTHORIZATION_FAILED|Topic authorization failed/;
const userOf = (role: PrincipalRole) => `orbweaver-${role}`;

describe('a broker with the ACLs of the topics', () => {
  let dir: string;
  let brokers: string[];
  const kafka = async (...args: string[]) =>
    (await run(process.execPath, [script, ...args, '--dir', dir])).stdout.trim();
  const accessAs = (username: string) => ({
    brokers,
    clientId: username,
    sasl: { mechanism: 'plain' as const, username, password: PASSWORD },
  });
  const accessOf = (role: PrincipalRole) => accessAs(userOf(role));
  const transportOf = (service: TopicService) => createKafkaTransport(accessOf(service));
  const clientOf = (role: PrincipalRole) =>
    new Kafka({ ...accessOf(role), logLevel: logLevel.NOTHING, retry: { retries: 0 } });

  beforeAll(async () => {
    dir = await mkdtemp(path.join(os.tmpdir(), 'orbweaver-acls-'));
    const users = ['root', ...principalRoles.map(userOf)].map((name) => `${name}:${PASSWORD}`).join(',');
    brokers = [await kafka('start', '--users', users)];
    await applyTopicAcls(accessAs('root'), (role) => `User:${userOf(role)}`);
    // The command's ACLs allow creating topics.
    await createTopics(accessOf('admin'));
  }, 240_000);

  afterAll(async () => {
    await kafka('stop');
    await rm(dir, { recursive: true, force: true });
  });

  const attempt = async (work: () => Promise<unknown>): Promise<string> => {
    try {
      await work();
      return 'allowed';
    } catch (error) {
      return (error as { type?: string }).type ?? String(error);
    }
  };

  it.each(principalRoles)('allows %s exactly the topics of the table', async (role) => {
    const producer = clientOf(role).producer({ allowAutoTopicCreation: false });
    const admin = clientOf(role).admin();
    await Promise.all([producer.connect(), admin.connect()]);
    const written: string[] = [];
    const visible = (await admin.listTopics()).filter((name) => !name.startsWith('__')).sort();
    for (const topic of Object.values(topics).flatMap(namesOf)) {
      const send = () => producer.send({ topic, messages: [{ value: 'no message' }] });
      if ((await attempt(send)) === 'allowed') written.push(topic);
    }
    await Promise.all([producer.disconnect(), admin.disconnect()]);
    const all = Object.entries(topics).flatMap(([id, topic]) => namesOf(topic).map((name) => ({ id, name, topic })));
    const isReplayed = ({ topic, name }: (typeof all)[number]) =>
      topic.handlers.length > 0 && !name.endsWith('.ephemeral') && !('isEphemeral' in topic);
    const isOperator = role === 'admin' || role === 'gateway';
    const mayWrite = all.filter(
      (one) => (isOperator && isReplayed(one)) || (one.topic.publishers as readonly string[]).includes(role),
    );
    const maySee = all.filter(
      ({ topic }) => isOperator || [...topic.publishers, ...topic.handlers].includes(role as TopicService),
    );
    expect(written.sort()).toEqual(mayWrite.map(({ name }) => name).sort());
    expect(visible).toEqual(maySee.map(({ name }) => name).sort());
  });

  it('allows a renderer to publish documents and dead letters, which the command and the gateway list and replay', async () => {
    const [gateway, renderer, results] = (['gateway', 'renderer', 'results'] as const).map(transportOf);
    const stored: string[] = [];
    const rendering = await listen(
      renderer!,
      { service: 'renderer', audience: 'shared' },
      {
        renderInteractive: async ({ pageId }) => {
          if (pageId === broken.pageId) throw new PoisonedInputError('broken');
          await renderer!.publisher.publish(
            'documentsInteractive',
            pageId,
            pageDocument(Buffer.from('x'), pageId as UUID),
          );
        },
      },
    );
    const storing = await listen(
      results!,
      { service: 'results', audience: 'shared' },
      { documentsInteractive: ({ pageId }) => stored.push(pageId) },
    );
    const [page, broken] = [renderPage(), renderPage()];
    for (const one of [broken, page]) await gateway!.publisher.publish('renderInteractive', one.pageId, one);
    await until('the document', () => stored.includes(page.pageId));
    await Promise.all([rendering.close(), storing.close()]);
    await Promise.all([gateway, renderer, results].map((transport) => transport!.close()));
    for (const role of ['admin', 'gateway'] as const) {
      const letters: string[] = [];
      await readDeadLetters(accessOf(role), ({ offset, letter: { key, topic } }) => {
        if (key === broken.pageId) letters.push(`${offset} ${topic}`);
      });
      expect(letters).toEqual([expect.stringMatching(/^renderer:\d+ render\.interactive$/)]);
      const waiting = await lagOfRenderers();
      const { replayed } = await replayDeadLetters(accessOf(role), ({ letter: { key } }) => key === broken.pageId);
      expect(replayed).toEqual([{ offset: letters[0]!.split(' ')[0], topic: 'render.interactive' }]);
      expect(await lagOfRenderers()).toBe(waiting! + 1);
    }
  });

  const lagOfRenderers = async () =>
    (await readConsumerGroups(accessOf('gateway'))).find(({ group }) => group === groupOf('renderer'))?.lag;

  it('reports dead letters as denied to a user without rights on them', async () => {
    const { readDeadLetters: read, isDenied } = transportOf('frontier').brokerOperations!;
    const refusal = await read(() => undefined).catch((error: unknown) => error);
    expect(isDenied(refusal)).toBe(true);
    expect(isDenied(new Error('broken'))).toBe(false);
  });

  it.each<[string, TopicService, RegExp]>([
    ['job.commands', 'renderer', TOPIC_REFUSED],
    ['documents.bulk', 'renderer', TOPIC_REFUSED],
    ['page.outcomes', 'renderer', TOPIC_REFUSED],
    ['dead.letters.renderer', 'renderer', TOPIC_REFUSED],
    // The broker hides a group's coordinator from principals without Read on the group.
    ['render.bulk', 'results', /GroupCoordinatorNotFound/],
  ])('rejects a renderer that reads %s in the group of %s', async (topic, service, refusal) => {
    const consumer = clientOf('renderer').consumer({ groupId: groupOf(service) });
    await consumer.connect();
    const crash = new Promise<unknown>((resolve) => {
      consumer.on(consumer.events.CRASH, ({ payload }) => resolve(payload.error));
    });
    const read = async () => {
      await consumer.subscribe({ topics: [topic] });
      await consumer.run({ eachMessage: async () => undefined });
      throw await crash;
    };
    expect(await attempt(read)).toMatch(refusal);
    await consumer.disconnect();
  });
});
