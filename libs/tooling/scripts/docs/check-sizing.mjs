// Checks that the sizing page uses the actual numbers of partitions.
import { readPartitions } from './topic-partitions.mjs';

/** A row of the plan: pages per second, number of installations, renderers. */
const PLAN = /^\| ([\d,]+)(?:, divided into (\d+))? \| (\d+)\b/gm;
const CLAIM = /`([a-z.]+)` has (\d+) partitions/g;

export function checkSizing(text) {
  const partitions = readPartitions();
  const most = partitions.get('render.bulk');
  const [plans, claims] = [[...text.matchAll(PLAN)], [...text.matchAll(CLAIM)]];
  if (plans.length === 0 || claims.length === 0) return ['has no plan, or no word on partitions'];
  return [
    ...plans
      .filter(([, , parts = 1, renderers]) => renderers / parts > most)
      .map(([, pages]) => `plans more renderers for ${pages} pages a second than render.bulk has partitions (${most})`),
    ...claims
      .filter(([, topic, count]) => partitions.get(topic) !== Number(count))
      .map(([, topic, count]) => `says that ${topic} has ${count} partitions; it has ${partitions.get(topic)}`),
  ];
}
