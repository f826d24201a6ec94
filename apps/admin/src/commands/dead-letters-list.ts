import { readDeadLetters } from '@orbweaver/messaging';
import { requireKafka } from '../admin.config';
import type { Command } from '../command';
import { printTable } from '../print-table';
import { limitOption, readRowLimit } from '../read-option';

const HEAD = ['OFFSET', 'FAILED', 'TOPIC', 'GROUP', 'KEY', 'ATTEMPTS', 'ERROR'];
const DEFAULT_LIMIT = 1000;
const MAX_ERROR_LENGTH = 200;

export const deadLettersList: Command = {
  name: 'dead-letters list',
  summary: 'List messages that no service could handle, oldest first',
  options: {
    topic: { description: 'only those of this topic', placeholder: 'TOPIC' },
    limit: limitOption(DEFAULT_LIMIT),
  },
  positionals: [],
  async run({ options }, { config, print }) {
    const limit = readRowLimit(options.limit, DEFAULT_LIMIT);
    const rows: string[][] = [];
    let more = 0;
    const unreadable = await readDeadLetters(requireKafka(config), ({ offset, letter }) => {
      if (options.topic !== undefined && letter.topic !== options.topic) return;
      if (rows.length === limit) {
        more += 1;
        return;
      }
      const { failedAt, topic, group, key, attempts, error } = letter;
      // A stack has several lines, a row one.
      const [firstLine = ''] = error.split('\n');
      const shown = firstLine.slice(0, MAX_ERROR_LENGTH);
      rows.push([offset, new Date(failedAt).toISOString(), topic, group, key ?? '-', String(attempts), shown]);
    });
    if (unreadable > 0) print(`${unreadable} messages of the topic are no dead letters that can be read.`);
    if (rows.length === 0) print('There are no dead letters.');
    else printTable(print, [HEAD, ...rows]);
    if (more > 0) print(`There are ${more} more.`);
  },
};
