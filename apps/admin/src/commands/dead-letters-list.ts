import { readDeadLetters } from '@orbweaver/messaging';
import { requireKafka } from '../admin.config';
import type { Command } from '../command';
import { jsonOption, printList } from '../print-list';
import { limitOption, readRowLimit } from '../read-option';

const HEAD = ['OFFSET', 'FAILED', 'TOPIC', 'GROUP', 'KEY', 'ATTEMPTS', 'ERROR'];
const DEFAULT_LIMIT = 1000;
const MAX_ERROR_LENGTH = 200;

export const deadLettersList: Command = {
  name: 'dead-letters list',
  summary: 'List dead letters, oldest first',
  options: {
    topic: { description: 'only messages of this topic', placeholder: 'TOPIC' },
    limit: limitOption(DEFAULT_LIMIT),
    json: jsonOption,
  },
  positionals: [],
  async run({ options }, context) {
    const limit = readRowLimit(options.limit, DEFAULT_LIMIT);
    const items: Shown[] = [];
    let more = 0;
    const { unreadable } = await readDeadLetters(requireKafka(context.config), ({ offset, letter }) => {
      if (options.topic !== undefined && letter.topic !== options.topic) return;
      if (items.length === limit) {
        more += 1;
        return;
      }
      const { failedAt, topic, group, key, attempts, error } = letter;
      // A row has one line; a stack has several.
      const [firstLine = ''] = error.split('\n');
      const shown = firstLine.slice(0, MAX_ERROR_LENGTH);
      items.push({ offset, failedAt: new Date(failedAt), topic, group, key: key ?? null, attempts, error: shown });
    });
    const notes = [
      ...(unreadable > 0 ? [`${unreadable} messages cannot be parsed as dead letters.`] : []),
      ...(more > 0 ? [`There are ${more} more.`] : []),
    ];
    printList(context, options, { head: HEAD, items, row, none: 'There are no dead letters.', notes });
  },
};

interface Shown {
  offset: string;
  failedAt: Date;
  topic: string;
  group: string;
  key: string | null;
  attempts: number;
  error: string;
}

const row = ({ offset, failedAt, topic, group, key, attempts, error }: Shown) => [
  offset,
  failedAt.toISOString(),
  topic,
  group,
  key ?? '-',
  String(attempts),
  error,
];
