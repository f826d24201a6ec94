import { type BrokerOperations, type ConsumerGroup } from '@orbweaver/messaging';
import type { Registry } from 'prom-client';

/** Set by the renderer of the same process. */
const SLOTS = 'orbweaver_render_slots';
/** Set by each service of the same process. */
const MARKS = { frontier: 'orbweaver_pages_leased', renderer: SLOTS, results: 'orbweaver_webhook_events_pending' };

export interface RenderSlots {
  resource: string;
  capacity: number;
  used: number;
  waiting: number;
}

/** Null without a renderer in this process. */
export async function readSlots(metrics: Registry): Promise<RenderSlots[] | null> {
  const found = await metrics.getSingleMetric(SLOTS)?.get();
  if (found === undefined) return null;
  const values = new Map(found.values.map(({ labels, value }) => [`${labels.resource} ${labels.state}`, value]));
  return [...new Set(found.values.map(({ labels }) => String(labels.resource)))].map((resource) => ({
    resource,
    capacity: values.get(`${resource} capacity`) ?? 0,
    used: values.get(`${resource} used`) ?? 0,
    waiting: values.get(`${resource} waiting`) ?? 0,
  }));
}

export const servicesOf = (metrics: Registry): string[] => [
  'gateway',
  ...Object.entries(MARKS)
    .filter(([, metric]) => metrics.getSingleMetric(metric) !== undefined)
    .map(([service]) => service),
];

export type ReadGroups = { groups: ConsumerGroup[] } | { groups: null; reason: string };

const NO_KAFKA = 'there is no Kafka: all services run in this process, and messages stay in its memory';
export const DENIED =
  'the Kafka user of the gateway has no right to read it. Use the orbweaver command with the user of an operator';

export async function readGroups(broker: BrokerOperations | undefined): Promise<ReadGroups> {
  if (broker === undefined) return { groups: null, reason: NO_KAFKA };
  try {
    return { groups: await broker.readConsumerGroups() };
  } catch (error) {
    return { groups: null, reason: broker.isDenied(error) ? DENIED : 'Kafka does not answer' };
  }
}
