import { JobKind, JobState } from '@orbweaver/core';
import { type JobOverview, listJobs } from '@orbweaver/persistence';
import type { z } from 'zod';
import { type Command, UsageError } from '../command';
import { jsonOption, printList } from '../print-list';
import { findTeamOf, limitOption, readRowLimit } from '../read-option';

const HEAD = ['ID', 'TEAM', 'KIND', 'STATE', 'COMPLETED', 'FAILED', 'CREDITS', 'CREATED', 'URL'];
const DEFAULT_LIMIT = 50;

export const jobList: Command = {
  name: 'job list',
  summary: 'List jobs, newest first',
  options: {
    team: { description: 'only jobs of this team', placeholder: 'NAME' },
    kind: { description: `only jobs of this kind: ${JobKind.options.join(', ')}`, placeholder: 'KIND' },
    state: { description: `only jobs in this state: ${JobState.options.join(', ')}`, placeholder: 'STATE' },
    limit: limitOption(DEFAULT_LIMIT),
    json: jsonOption,
  },
  positionals: [],
  async run({ options }, context) {
    const filter = {
      kind: readWord('kind', JobKind, options.kind),
      state: readWord('state', JobState, options.state),
      limit: readRowLimit(options.limit, DEFAULT_LIMIT),
      teamId: await findTeamOf(context, options),
    };
    const items = await listJobs(await context.database(), filter);
    printList(context, options, { head: HEAD, items, row });
  },
};

const row = (job: JobOverview) => [
  job.id,
  job.team ?? '-',
  job.kind,
  job.state,
  String(job.completed),
  String(job.failed),
  String(job.creditsUsed),
  job.createdAt.toISOString(),
  job.url ?? `${job.namedUrls} URLs`,
];

/** @throws UsageError */
function readWord<T extends Readonly<Record<string, string>>>(
  option: string,
  words: z.ZodEnum<T>,
  text: string | undefined,
): T[keyof T] | undefined {
  if (text === undefined) return undefined;
  const word = words.safeParse(text);
  if (!word.success) throw new UsageError(`--${option} must be one of ${words.options.join(', ')}`);
  return word.data;
}
