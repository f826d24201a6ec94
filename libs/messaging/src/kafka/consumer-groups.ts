import { services, type TopicService } from '@orbweaver/contracts';
import { type Admin, Kafka } from 'kafkajs';
import { silentLog } from '../delivery/transport-options';
import type { ConsumerGroup } from '../transport';
import { groupOf, type KafkaAccess, kafkaConfig } from './kafka-options';

/** Callers wait for a few seconds only; the defaults would retry for minutes. */
const TIMEOUT_MS = 3000;
const RETRIES = 2;

/** The consumer groups of the installation, also those of one replica. */
export async function readConsumerGroups(access: KafkaAccess): Promise<ConsumerGroup[]> {
  const config = kafkaConfig(access, silentLog);
  const retry = { ...config.retry, retries: RETRIES };
  const admin = new Kafka({ ...config, connectionTimeout: TIMEOUT_MS, requestTimeout: TIMEOUT_MS, retry }).admin();
  await admin.connect();
  try {
    const known = (await admin.listGroups()).groups.flatMap(({ groupId }) => {
      const service = serviceOf(groupId, access.prefix ?? '');
      return service === undefined ? [] : [{ groupId, service }];
    });
    if (known.length === 0) return [];
    const { groups } = await admin.describeGroups(known.map(({ groupId }) => groupId));
    return await Promise.all(
      known.map(async ({ groupId, service }) => {
        const { state = 'Unknown', members = [] } = groups.find((group) => group.groupId === groupId) ?? {};
        const isShared = groupId === (access.prefix ?? '') + groupOf(service);
        return { group: groupId, service, isShared, state, members: members.length, lag: await lagOf(admin, groupId) };
      }),
    );
  } finally {
    await admin.disconnect();
  }
}

function serviceOf(group: string, prefix: string): TopicService | undefined {
  return services.find((name) => {
    const own = prefix + groupOf(name);
    return group === own || group.startsWith(`${own}.`);
  });
}

/** Messages after the committed offsets. Topics without a committed offset are not counted. */
async function lagOf(admin: Admin, groupId: string): Promise<number> {
  const committed = await admin.fetchOffsets({ groupId });
  const lags = await Promise.all(
    committed.map(async ({ topic, partitions }) => {
      const ends = new Map((await admin.fetchTopicOffsets(topic)).map(({ partition, high }) => [partition, high]));
      return partitions.reduce((sum, { partition, offset }) => {
        const end = ends.get(partition);
        if (end === undefined || offset === '-1') return sum;
        return sum + Math.max(0, Number(BigInt(end) - BigInt(offset)));
      }, 0);
    }),
  );
  return lags.reduce((sum, lag) => sum + lag, 0);
}
