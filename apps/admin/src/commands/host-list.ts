import { listDeferredHosts } from '@orbweaver/persistence';
import type { Command } from '../command';
import { jsonOption, printList } from '../print-list';
import { limitOption, readRowLimit } from '../read-option';

const HEAD = ['HOST', 'DEFERRED UNTIL'];
const DEFAULT_LIMIT = 50;

export const hostList: Command = {
  name: 'host list',
  summary: 'List hosts in back-off after 429 or 503',
  options: {
    limit: limitOption(DEFAULT_LIMIT),
    json: jsonOption,
  },
  positionals: [],
  async run({ options }, context) {
    const items = await listDeferredHosts(await context.database(), readRowLimit(options.limit, DEFAULT_LIMIT));
    printList(context, options, {
      head: HEAD,
      items,
      row: ({ host, until }) => [host, until.toISOString()],
      none: 'No host is deferred.',
    });
  },
};
