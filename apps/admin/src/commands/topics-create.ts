import { createTopics } from '@orbweaver/messaging';
import { requireKafka } from '../admin.config';
import { type Command, UsageError } from '../command';

export const topicsCreate: Command = {
  name: 'topics create',
  summary: 'Create the Kafka topics, and adapt those that exist',
  options: {
    'replication-factor': {
      description: 'copies of each partition of a new topic; without it what the brokers have as their default',
      placeholder: 'N',
    },
  },
  positionals: [],
  async run({ options }, { config, print }) {
    const replicationFactor = readReplicationFactor(options['replication-factor']);
    const changes = await createTopics({ ...requireKafka(config), replicationFactor });
    for (const { topic, change, settings = {} } of changes) {
      const detail = Object.entries(settings).map(([name, value]) => ` ${name}=${value}`);
      print(`${change} ${topic}${detail.join('')}`);
    }
    if (changes.length === 0) print('The topics are up to date.');
  },
};

function readReplicationFactor(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,2}$/.test(text)) throw new UsageError('--replication-factor must be a whole number from 1');
  return Number(text);
}
