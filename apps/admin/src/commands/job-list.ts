import { JobState } from '@orbweaver/core';
import { listJobs } from '@orbweaver/persistence';
import { type Command, UsageError } from '../command';
import { printTable } from '../print-table';
import { limitOption, readRowLimit } from '../read-option';

const HEAD = ['ID', 'TEAM', 'KIND', 'STATE', 'COMPLETED', 'FAILED', 'CREDITS', 'CREATED', 'URL'];
const DEFAULT_LIMIT = 50;

export const jobList: Command = {
  name: 'job list',
  summary: 'List jobs, newest first',
  options: {
    team: { description: 'only those of this team', placeholder: 'NAME' },
    state: { description: `only those in this state: ${JobState.options.join(', ')}`, placeholder: 'STATE' },
    limit: limitOption(DEFAULT_LIMIT),
  },
  positionals: [],
  async run({ options }, context) {
    const jobs = await listJobs(await context.database(), {
      team: options.team?.trim(),
      state: readState(options.state),
      limit: readRowLimit(options.limit, DEFAULT_LIMIT),
    });
    const rows = jobs.map((job) => [
      job.id,
      job.team ?? '-',
      job.kind,
      job.state,
      String(job.completed),
      String(job.failed),
      String(job.creditsUsed),
      job.createdAt.toISOString(),
      job.url ?? `${job.namedUrls} URLs`,
    ]);
    printTable(context.print, [HEAD, ...rows]);
  },
};

function readState(text: string | undefined): JobState | undefined {
  if (text === undefined) return undefined;
  const state = JobState.safeParse(text);
  if (!state.success) throw new UsageError(`--state must be one of ${JobState.options.join(', ')}`);
  return state.data;
}
