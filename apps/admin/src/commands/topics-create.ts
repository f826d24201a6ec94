import { createTopics, type TopicChange } from '@orbweaver/messaging';
import { type Actor, type Database, type FieldChanges, listAuditEntries, noteChange } from '@orbweaver/persistence';
import { requireKafka } from '../admin.config';
import { type Command, UsageError } from '../command';

export const topicsCreate: Command = {
  name: 'topics create',
  summary: 'Create Kafka topics, and update existing ones without changing your settings',
  options: {
    'replication-factor': {
      description: 'replication factor of new topics (default: of the brokers)',
      placeholder: 'N',
    },
    'reset-settings': {
      description: 'replace your settings of these topics by those of this version',
      placeholder: 'TOPIC,TOPIC|all',
    },
  },
  positionals: [],
  async run({ options }, { config, actor, database, print }) {
    const replicationFactor = readReplicationFactor(options['replication-factor']);
    const reset = readTopics(options['reset-settings']);
    // The database is optional; without it, nothing is audited. An unavailable one fails before anything is changed.
    const noted = config.DATABASE_URL === undefined ? undefined : await database();
    if (noted !== undefined) await listAuditEntries(noted, { limit: 1 });
    const changes = await createTopics({ ...requireKafka(config), replicationFactor, reset });
    for (const change of changes) print(describe(change));
    if (noted !== undefined) await noteTopics(noted, actor, changes);
    if (changes.every(({ change }) => change === 'kept')) print('The topics are up to date.');
    if (changes.some(({ change }) => change === 'kept')) {
      print('Kept settings differ from this version. Replace them: --reset-settings TOPIC');
    }
  },
};

function describe(change: TopicChange): string {
  const { topic } = change;
  if (change.change === 'kept') {
    const danger = change.danger === undefined ? '' : `: ${change.danger}`;
    return `kept ${topic} ${change.setting}=${change.value} (this version: ${change.ours})${danger}`;
  }
  const settings = change.change === 'configured' ? change.settings : {};
  const detail = Object.entries(settings).map(([name, { after }]) => ` ${name}=${after}`);
  return `${change.change} ${topic}${detail.join('')}`;
}

async function noteTopics(database: Database, actor: Actor, changes: readonly TopicChange[]): Promise<void> {
  for (const change of changes) {
    if (change.change === 'kept') continue;
    const fields = fieldsOf(change);
    await noteChange(database, actor, { action: 'topics.create', teamId: null, target: change.topic, changes: fields });
  }
}

function fieldsOf(change: Exclude<TopicChange, { change: 'kept' }>): FieldChanges {
  if (change.change === 'created') return { exists: { before: false, after: true } };
  return change.change === 'configured' ? change.settings : { partitions: change.partitions };
}

function readTopics(text: string | undefined): 'all' | string[] | undefined {
  if (text === undefined || text === 'all') return text;
  return text.split(',').map((name) => name.trim());
}

function readReplicationFactor(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,2}$/.test(text)) throw new UsageError('--replication-factor must be a whole number from 1');
  return Number(text);
}
