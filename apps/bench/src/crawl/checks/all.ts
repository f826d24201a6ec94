import type { Check } from './check';
import { cpu, throughput } from './compared';
import { flat } from './flat';
import { memory, start } from './footprint';
import { latency, latencyOnKafka } from './latency';
import { load } from './load';
import { manyHosts } from './many-hosts';
import { rendered } from './rendered';
import { webhooks } from './webhooks';

/** In the order of the goals. */
export const CHECKS: readonly Check[] = [
  throughput,
  cpu,
  flat,
  latency,
  latencyOnKafka,
  rendered,
  load,
  webhooks,
  memory,
  start,
  manyHosts,
];
