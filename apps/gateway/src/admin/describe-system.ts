import { type BrokerOperations, type ConsumerGroup } from '@orbweaver/messaging';
import { isWithin, RENDER_SLOTS_METRIC } from '@orbweaver/platform';
import type { Registry } from 'prom-client';

const GROUPS_TIMEOUT_MS = 3000;

export interface RenderSlots {
  resource: string;
  capacity: number;
  used: number;
  waiting: number;
}

/** Null without a renderer in this process. */
export async function readSlots(metrics: Registry): Promise<RenderSlots[] | null> {
  const found = await metrics.getSingleMetric(RENDER_SLOTS_METRIC)?.get();
  if (found === undefined) return null;
  const values = new Map(found.values.map(({ labels, value }) => [`${labels.resource} ${labels.state}`, value]));
  return [...new Set(found.values.map(({ labels }) => String(labels.resource)))].map((resource) => ({
    resource,
    capacity: values.get(`${resource} capacity`) ?? 0,
    used: values.get(`${resource} used`) ?? 0,
    waiting: values.get(`${resource} waiting`) ?? 0,
  }));
}

export type ReadGroups = { groups: ConsumerGroup[] } | { groups: null; reason: string };

const NO_KAFKA = 'there is no Kafka: all services run in this process, and messages stay in its memory';
export const DENIED =
  'the Kafka user of the gateway has no right to read it. Use the orbweaver command with the user of an operator';

/** @param share shares a reading among concurrent callers */
export async function readGroups(
  broker: BrokerOperations | undefined,
  share: (read: () => Promise<ConsumerGroup[]>) => Promise<ConsumerGroup[]>,
): Promise<ReadGroups> {
  if (broker === undefined) return { groups: null, reason: NO_KAFKA };
  try {
    const reading = share(() => broker.readConsumerGroups());
    if (await isWithin(GROUPS_TIMEOUT_MS, reading)) return { groups: await reading };
    return { groups: null, reason: `Kafka did not respond within ${GROUPS_TIMEOUT_MS / 1000} s` };
  } catch (error) {
    return { groups: null, reason: broker.isDenied(error) ? DENIED : 'Kafka does not answer' };
  }
}
