import { HEADERS_ERASED, retryJob } from '@orbweaver/persistence';
import { type Command, CommandError } from '../command';
import { unknownJob } from '../find-job';
import { readId } from '../read-option';

export const jobRetry: Command = {
  name: 'job retry',
  summary: 'Start an ended batch or crawl once more, as a new job of the same team; its credits are not asked for',
  options: {},
  positionals: ['ID'],
  async run({ positionals }, context) {
    const id = readId('job', positionals[0]);
    const answer = await retryJob(await context.database(), context.actor, id);
    switch (answer.kind) {
      case 'unknown':
        throw unknownJob(id);
      case 'scrape':
        throw new CommandError('A scrape is answered to who waits for it; send the request again.');
      case 'erased':
        throw new CommandError('The job ran with zero data retention: what it was to do is erased.');
      case 'expired':
        throw new CommandError(`The job ${id} has expired.`);
      case 'headers-erased':
        throw new CommandError(HEADERS_ERASED);
      case 'running':
        throw new CommandError(`The job ${id} still runs; it can be retried when it has ended.`);
      case 'retried':
        context.print(`job ${id} starts again within seconds as:`);
        context.print(answer.newId);
    }
  },
};
