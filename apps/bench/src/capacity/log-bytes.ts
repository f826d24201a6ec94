import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';

/** Bytes of each topic's segments on the broker's disk: compressed, one replica. */
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
