import { copyJob, newJobId } from '@orbweaver/persistence';
import { type Command, CommandError } from '../command';
import { findJob } from '../find-job';
import { readId } from '../read-option';

export const jobRetry: Command = {
  name: 'job retry',
  summary: 'Start an ended batch or crawl once more, as a new job of the same team; its credits are not asked for',
  options: {},
  positionals: ['ID'],
  async run({ positionals }, context) {
    const job = await findJob(context, readId('job', positionals[0]));
    if (job.kind === 'scrape')
      throw new CommandError('A scrape is answered to who waits for it; send the request again.');
    if (job.isErased) throw new CommandError('The job ran with zero data retention: what it was to do is erased.');
    if (job.expiresAt.getTime() <= Date.now()) throw new CommandError(`The job ${job.id} has expired.`);
    const newId = newJobId();
    if (!(await copyJob(await context.database(), { jobId: job.id, newId }))) {
      throw new CommandError(`The job ${job.id} still runs; it can be retried when it has ended.`);
    }
    context.print(`job ${job.id} starts again within seconds as:`);
    context.print(newId);
  },
};
