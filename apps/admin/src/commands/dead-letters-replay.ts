import { type ReplayedDeadLetters, replayDeadLetters } from '@orbweaver/messaging';
import { noteReplay } from '@orbweaver/persistence';
import { requireKafka } from '../admin.config';
import { type Command, CommandError, UsageError } from '../command';

export const deadLettersReplay: Command = {
  name: 'dead-letters replay',
  summary: 'Publish a dead letter, or all of them, to its original topic again',
  options: { topic: { description: 'only messages of this topic', placeholder: 'TOPIC' } },
  positionals: ['OFFSET|all'],
  async run({ options, positionals }, { config, actor, database, print, warn }) {
    const [wanted] = positionals;
    if (wanted !== 'all' && !/^(?:renderer:)?\d{1,18}$/.test(wanted!)) {
      throw new UsageError(`"${wanted}" is not an offset. List offsets: orbweaver dead-letters list`);
    }
    const replayed: ReplayedDeadLetters['replayed'] = [];
    const onReplayed = (letter: ReplayedDeadLetters['replayed'][number]) => {
      replayed.push(letter);
      print(`replayed ${letter.offset} to ${letter.topic}`);
    };
    const { refused } = await replayDeadLetters(
      requireKafka(config),
      ({ offset, letter }) =>
        (wanted === 'all' || offset === wanted) && (options.topic === undefined || letter.topic === options.topic),
      { onReplayed, ...(wanted === 'all' ? {} : { from: wanted!, limit: 1 }) },
    ).finally(async () => {
      // The database is optional; without it, nothing is audited.
      if (config.DATABASE_URL !== undefined) await noteReplay(await database(), actor, replayed);
    });
    for (const { offset, topic, group } of refused) {
      warn(
        `refused ${offset}: the consumer group ${group} does not subscribe to ${topic} or is not allowed to write it`,
      );
    }
    if (replayed.length > 0) return;
    if (refused.length > 0) throw new CommandError('No dead letter was replayed.');
    if (wanted !== 'all') throw new CommandError(`No dead letter at offset ${wanted}.`);
    print('There are no dead letters to replay.');
  },
};
