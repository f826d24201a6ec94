import { examineJob } from '@orbweaver/persistence';
import type { Command } from '../command';
import { explainJob } from '../explain-job';
import { findJob } from '../find-job';
import { readId } from '../read-option';

const MAX_HOSTS = 20;

export const jobExplain: Command = {
  name: 'job explain',
  summary: 'Explain what a job is waiting for',
  options: {},
  positionals: ['ID'],
  async run({ positionals }, context) {
    const job = await findJob(context, readId('job', positionals[0]));
    const examination = await examineJob(await context.database(), { jobId: job.id, maxHosts: MAX_HOSTS });
    for (const line of explainJob(job, examination, new Date())) context.print(line);
  },
};
