import { HEADERS_ERASED, retryJob } from '@orbweaver/persistence';
import { type Command, CommandError } from '../command';
import { unknownJob } from '../find-job';
import { readId } from '../read-option';

export const jobRetry: Command = {
  name: 'job retry',
  summary: 'Retry an ended batch or crawl as a new job within the credits of its team',
  options: {},
  positionals: ['ID'],
  async run({ positionals }, context) {
    const id = readId('job', positionals[0]);
    const answer = await retryJob(await context.database(), context.actor, id);
    switch (answer.kind) {
      case 'unknown':
        throw unknownJob(id);
      case 'scrape':
        throw new CommandError('A scrape cannot be retried. Send the request again.');
      case 'erased':
        throw new CommandError('The request of the job is erased.');
      case 'expired':
        throw new CommandError(`The job ${id} has expired.`);
      case 'headers-erased':
        throw new CommandError(HEADERS_ERASED);
      case 'running':
        throw new CommandError(`The job ${id} is still running. Retry it after it has ended.`);
      case 'insufficient-credits':
        throw new CommandError(
          `Insufficient credits: the job needs at least ${answer.needed}; the team has ${Math.max(answer.free, 0)} available. Grant credits with: orbweaver credits grant`,
        );
      case 'retried':
        if (answer.limits?.requestedLimit !== undefined) {
          const { requestedLimit, limit } = answer.limits;
          context.print(
            `lowered the limit from ${requestedLimit} to ${limit} pages, the available credits of the team`,
          );
        }
        context.print(`retried job ${id} as:`);
        context.print(answer.newId);
    }
  },
};
