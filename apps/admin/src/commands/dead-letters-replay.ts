import { replayDeadLetters } from '@orbweaver/messaging';
import { noteChange } from '@orbweaver/persistence';
import { requireKafka } from '../admin.config';
import { type Command, CommandError, UsageError } from '../command';

/** Offsets of one entry of the audit log. */
const MAX_NOTED = 1000;

export const deadLettersReplay: Command = {
  name: 'dead-letters replay',
  summary: 'Send a message that could not be handled to its topic again: the one of an OFFSET, or all',
  options: { topic: { description: 'only those of this topic', placeholder: 'TOPIC' } },
  positionals: ['OFFSET|all'],
  async run({ options, positionals }, { config, actor, database, print, warn }) {
    const [wanted] = positionals;
    if (wanted !== 'all' && !/^(?:renderer:)?\d{1,18}$/.test(wanted!)) {
      throw new UsageError(`"${wanted}" is no offset; orbweaver dead-letters list shows them`);
    }
    const { replayed, refused } = await replayDeadLetters(
      requireKafka(config),
      ({ offset, letter }) =>
        (wanted === 'all' || offset === wanted) && (options.topic === undefined || letter.topic === options.topic),
    );
    for (const { offset, topic } of replayed) print(`replayed ${offset} to ${topic}`);
    for (const { offset, topic, group } of refused) {
      warn(`refused ${offset}: the consumer group ${group} does not subscribe to ${topic}, or cannot have written it`);
    }
    // Needs Kafka alone: without a database that is named, nothing is written down.
    if (config.DATABASE_URL !== undefined) {
      for (const [topic, offsets] of byTopic(replayed)) {
        await noteChange(await database(), actor, {
          action: 'dead-letters.replay',
          teamId: null,
          target: topic,
          changes: {
            offsets: { before: null, after: offsets.slice(0, MAX_NOTED) },
            count: { before: null, after: offsets.length },
          },
        });
      }
    }
    if (replayed.length > 0) return;
    if (refused.length > 0) throw new CommandError('No dead letter was replayed.');
    if (wanted !== 'all') throw new CommandError(`There is no dead letter at ${wanted}.`);
    print('There are no dead letters to replay.');
  },
};

function byTopic(replayed: readonly { offset: string; topic: string }[]): Map<string, string[]> {
  const offsets = new Map<string, string[]>();
  for (const { offset, topic } of replayed) offsets.set(topic, [...(offsets.get(topic) ?? []), offset]);
  return offsets;
}
