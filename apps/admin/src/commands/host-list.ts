import { MAX_LISTED } from '@orbweaver/core';
import { listDeferredHosts } from '@orbweaver/persistence';
import { alignColumns } from '../align-columns';
import type { Command } from '../command';
import { readRowLimit } from '../read-option';

const HEAD = ['HOST', 'LEFT ALONE UNTIL'];
const DEFAULT_LIMIT = 50;

export const hostList: Command = {
  name: 'host list',
  summary: 'List hosts that asked to be left alone for now',
  options: {
    limit: {
      description: `how many at most; ${DEFAULT_LIMIT} without it, and never more than ${MAX_LISTED}`,
      placeholder: 'N',
    },
  },
  positionals: [],
  async run({ options }, context) {
    const hosts = await listDeferredHosts(await context.database(), readRowLimit(options.limit, DEFAULT_LIMIT));
    const rows = hosts.map(({ host, until }) => [host, until.toISOString()]);
    if (rows.length === 0) context.print('No host is left alone.');
    else for (const line of alignColumns([HEAD, ...rows])) context.print(line);
  },
};
