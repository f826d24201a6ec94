import { MAX_LISTED } from '@orbweaver/core';
import { listLeases } from '@orbweaver/persistence';
import { alignColumns } from '../align-columns';
import type { Command } from '../command';
import { readId, readRowLimit } from '../read-option';

const HEAD = ['PAGE', 'JOB', 'HOST', 'EPOCH', 'ATTEMPT', 'LEASED UNTIL'];
const DEFAULT_LIMIT = 50;

export const leaseList: Command = {
  name: 'lease list',
  summary: 'List pages that are with the renderers, those whose leases end first',
  options: {
    job: { description: 'only those of this job', placeholder: 'ID' },
    limit: {
      description: `how many at most; ${DEFAULT_LIMIT} without it, and never more than ${MAX_LISTED}`,
      placeholder: 'N',
    },
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
    else for (const line of alignColumns([HEAD, ...rows])) context.print(line);
  },
};
