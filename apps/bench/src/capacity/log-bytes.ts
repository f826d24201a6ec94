import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';

/** Bytes that each topic has written to the broker's disk, as its segments tell: compressed, one replica. */
export function readLogBytes(kafkaFolder: string): Map<string, number> {
  const logs = path.join(kafkaFolder, 'log');
  const bytes = new Map<string, number>();
  for (const partition of readdirSync(logs)) {
    const topic = /^(.+)-\d+$/.exec(partition)?.[1];
    if (topic === undefined) continue;
    for (const file of readdirSync(path.join(logs, partition))) {
      if (!file.endsWith('.log')) continue;
      bytes.set(topic, (bytes.get(topic) ?? 0) + statSync(path.join(logs, partition, file)).size);
    }
  }
  return bytes;
}
