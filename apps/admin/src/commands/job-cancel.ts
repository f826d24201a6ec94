import { cancelJob } from '@orbweaver/persistence';
import { type Command, CommandError } from '../command';
import { unknownJob } from '../find-job';
import { readId } from '../read-option';

export const jobCancel: Command = {
  name: 'job cancel',
  summary: 'Cancel a batch or a crawl; what was scraped stays readable',
  options: {},
  positionals: ['ID'],
  async run({ positionals }, context) {
    const id = readId('job', positionals[0]);
    const answer = await cancelJob(await context.database(), context.actor, id);
    if (answer.kind === 'unknown') throw unknownJob(id);
    if (answer.kind === 'scrape')
      throw new CommandError('A scrape ends with the time of its request; it is not cancelled.');
    if (answer.kind === 'ended') throw new CommandError(`The job ${id} is ${answer.job.state} already.`);
    context.print(`cancelled job ${id}`);
  },
};
