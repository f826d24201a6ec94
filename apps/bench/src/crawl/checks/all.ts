import type { Check } from './check';
import { cpu, throughput } from './compared';
import { encryption } from './encryption';
import { exportRate } from './exports';
import { firstCrawl, flat } from './flat';
import { memory, startTime } from './footprint';
import { jobLoad } from './job-load';
import { latency, latencyOnKafka } from './latency';
import { manyHosts } from './many-hosts';
import { mixedLoad } from './mixed-load';
import { rendered } from './rendered';
import { retention } from './retention';
import { webhooks } from './webhooks';

export const CHECKS: readonly Check[] = [
  throughput,
  cpu,
  flat,
  firstCrawl,
  retention,
  latency,
  latencyOnKafka,
  rendered,
  jobLoad,
  webhooks,
  memory,
  mixedLoad,
  startTime,
  exportRate,
  manyHosts,
  encryption,
];
