import { listDeferredHosts } from '@orbweaver/persistence';
import type { Command } from '../command';
import { printTable } from '../print-table';
import { limitOption, readRowLimit } from '../read-option';

const HEAD = ['HOST', 'LEFT ALONE UNTIL'];
const DEFAULT_LIMIT = 50;

export const hostList: Command = {
  name: 'host list',
  summary: 'List hosts that asked to be left alone for now',
  options: {
    limit: limitOption(DEFAULT_LIMIT),
  },
  positionals: [],
  async run({ options }, context) {
    const hosts = await listDeferredHosts(await context.database(), readRowLimit(options.limit, DEFAULT_LIMIT));
    const rows = hosts.map(({ host, until }) => [host, until.toISOString()]);
    if (rows.length === 0) context.print('No host is left alone.');
    else printTable(context.print, [HEAD, ...rows]);
  },
};
