import { replayDeadLetters } from '@orbweaver/messaging';
import { requireKafka } from '../admin.config';
import { type Command, CommandError, UsageError } from '../command';

export const deadLettersReplay: Command = {
  name: 'dead-letters replay',
  summary: 'Send a message that could not be handled to its topic again: the one of an OFFSET, or all',
  options: { topic: { description: 'only those of this topic', placeholder: 'TOPIC' } },
  positionals: ['OFFSET|all'],
  async run({ options, positionals }, { config, print }) {
    const [wanted] = positionals;
    if (wanted !== 'all' && !/^\d{1,18}$/.test(wanted!)) {
      throw new UsageError(`"${wanted}" is no offset; orbweaver dead-letters list shows them`);
    }
    const replayed = await replayDeadLetters(
      requireKafka(config),
      ({ offset, letter }) =>
        (wanted === 'all' || offset === wanted) && (options.topic === undefined || letter.topic === options.topic),
    );
    for (const { offset, topic } of replayed) print(`replayed ${offset} to ${topic}`);
    if (replayed.length > 0) return;
    if (wanted !== 'all') throw new CommandError(`There is no dead letter at ${wanted}.`);
    print('There are no dead letters to replay.');
  },
};
