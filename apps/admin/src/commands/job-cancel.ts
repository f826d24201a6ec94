import { cancelJob } from '@orbweaver/persistence';
import { type Command, CommandError } from '../command';
import { unknownJob } from '../find-job';
import { readId } from '../read-option';

export const jobCancel: Command = {
  name: 'job cancel',
  summary: 'Cancel a batch or crawl; its documents remain available',
  options: {},
  positionals: ['ID'],
  async run({ positionals }, context) {
    const id = readId('job', positionals[0]);
    const answer = await cancelJob(await context.database(), context.actor, id);
    if (answer.kind === 'unknown') throw unknownJob(id);
    if (answer.kind === 'scrape') throw new CommandError('A scrape cannot be cancelled; it ends at its timeout.');
    if (answer.kind === 'ended') throw new CommandError(`The job ${id} is already ${answer.job.state}.`);
    context.print(`cancelled job ${id}`);
  },
};
