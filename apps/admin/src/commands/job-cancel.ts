import { requestCancel } from '@orbweaver/persistence';
import { type Command, CommandError } from '../command';
import { findJob } from '../find-job';
import { readId } from '../read-option';

export const jobCancel: Command = {
  name: 'job cancel',
  summary: 'Cancel a batch or a crawl; what was scraped stays readable',
  options: {},
  positionals: ['ID'],
  async run({ positionals }, context) {
    const job = await findJob(context, readId('job', positionals[0]));
    if (job.kind === 'scrape')
      throw new CommandError('A scrape ends with the time of its request; it is not cancelled.');
    // The sweep of the frontier finds the request within a second, without a message.
    if (!(await requestCancel(await context.database(), job.id))) {
      throw new CommandError(`The job ${job.id} is ${job.state} already.`);
    }
    context.print(`cancelled job ${job.id}`);
  },
};
