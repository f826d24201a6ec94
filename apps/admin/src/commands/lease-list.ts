import { type LeaseOverview, listLeases } from '@orbweaver/persistence';
import type { Command } from '../command';
import { jsonOption, printList } from '../print-list';
import { limitOption, readId, readRowLimit } from '../read-option';

const HEAD = ['PAGE', 'JOB', 'HOST', 'EPOCH', 'ATTEMPT', 'LEASED UNTIL'];
const DEFAULT_LIMIT = 50;

export const leaseList: Command = {
  name: 'lease list',
  summary: 'List pages leased to renderers, by lease expiry',
  options: {
    job: { description: 'only pages of this job', placeholder: 'ID' },
    limit: limitOption(DEFAULT_LIMIT),
    json: jsonOption,
  },
  positionals: [],
  async run({ options }, context) {
    const items = await listLeases(await context.database(), {
      jobId: options.job === undefined ? undefined : readId('job', options.job),
      limit: readRowLimit(options.limit, DEFAULT_LIMIT),
    });
    printList(context, options, { head: HEAD, items, row, none: 'No page is leased.' });
  },
};

const row = ({ pageId, jobId, host, epoch, attempt, leaseUntil }: LeaseOverview) => [
  pageId,
  jobId,
  host,
  String(epoch),
  String(attempt),
  leaseUntil.toISOString(),
];
