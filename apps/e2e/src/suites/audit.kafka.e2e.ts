import { readFileSync } from 'node:fs';
import path from 'node:path';
import { adminEnv, runCommand } from '../harness/run-admin';
import { TOPICS_MADE } from '../harness/start-kafka-cluster';
import { System } from '../harness/system';

describe('the audit log', () => {
  it('contains the installation: migrations, topics and the first key', async () => {
    const system = System.shared();
    const printed = await runCommand(['audit', 'list', '--limit', '10000'], adminEnv(system));
    const rows = printed
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split(/ {2,}/));
    const [head = ''] = printed.split('\n');
    const [actor, action, target] = ['WHO', 'ACTION', 'TARGET'].map((name) => head.split(/ {2,}/).indexOf(name));
    const of = (wanted: string) => rows.filter((row) => row[action!] === wanted);

    const made = readFileSync(path.join(system.directory, TOPICS_MADE), 'utf8');
    const topics = [...made.matchAll(/^(?:created|partitions-raised|configured) (\S+)/gm)].map(([, topic]) => topic);
    expect(
      of('topics.create')
        .map((row) => row[target!])
        .sort(),
    ).toEqual(topics.sort());
    expect(of('migrate')[0]).toEqual(expect.arrayContaining([expect.stringMatching(/^\d{14}_/)]));
    const [first] = of('key.add').slice(-1);
    expect(first?.[actor!]).toMatch(/^start of \d+@/);
  });
});
