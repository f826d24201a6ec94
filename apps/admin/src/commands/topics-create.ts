import { createTopics } from '@orbweaver/messaging';
import { ConfigError } from '@orbweaver/platform';
import { type AdminConfig, requireSetting } from '../admin.config';
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
    const changes = await createTopics({
      brokers: requireSetting(config, 'KAFKA_BROKERS', 'kafka:9092'),
      clientId: 'orbweaver-admin',
      ssl: config.KAFKA_SSL,
      ...readSasl(config),
      ...readReplicationFactor(options['replication-factor']),
    });
    for (const { topic, change, settings = {} } of changes) {
      const detail = Object.entries(settings).map(([name, value]) => ` ${name}=${value}`);
      print(`${change} ${topic}${detail.join('')}`);
    }
    if (changes.length === 0) print('The topics are up to date.');
  },
};

function readReplicationFactor(text: string | undefined): { replicationFactor?: number } {
  if (text === undefined) return {};
  if (!/^[1-9]\d{0,2}$/.test(text)) throw new UsageError('--replication-factor must be a whole number from 1');
  return { replicationFactor: Number(text) };
}

function readSasl(config: AdminConfig) {
  const mechanism = config.KAFKA_SASL_MECHANISM;
  const username = config.KAFKA_SASL_USERNAME;
  const password = config.KAFKA_SASL_PASSWORD;
  if (mechanism === undefined) return {};
  if (username === undefined || password === undefined) {
    throw new ConfigError(['KAFKA_SASL_MECHANISM: needs KAFKA_SASL_USERNAME and KAFKA_SASL_PASSWORD']);
  }
  return { sasl: { mechanism, username, password } };
}
