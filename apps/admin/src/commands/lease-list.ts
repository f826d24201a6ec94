import { listLeases } from '@orbweaver/persistence';
import type { Command } from '../command';
import { printTable } from '../print-table';
import { limitOption, readId, readRowLimit } from '../read-option';

const HEAD = ['PAGE', 'JOB', 'HOST', 'EPOCH', 'ATTEMPT', 'LEASED UNTIL'];
const DEFAULT_LIMIT = 50;

export const leaseList: Command = {
  name: 'lease list',
  summary: 'List pages that are with the renderers, those whose leases end first',
  options: {
    job: { description: 'only those of this job', placeholder: 'ID' },
    limit: limitOption(DEFAULT_LIMIT),
  },
  positionals: [],
  async run({ options }, context) {
    const leases = await listLeases(await context.database(), {
      jobId: options.job === undefined ? undefined : readId('job', options.job),
      limit: readRowLimit(options.limit, DEFAULT_LIMIT),
    });
    const rows = leases.map(({ pageId, jobId, host, epoch, attempt, leaseUntil }) => [
      pageId,
      jobId,
      host,
      String(epoch),
      String(attempt),
      leaseUntil.toISOString(),
    ]);
    if (rows.length === 0) context.print('No page is leased.');
    else printTable(context.print, [HEAD, ...rows]);
  },
};
