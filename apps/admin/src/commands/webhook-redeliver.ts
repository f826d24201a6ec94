import { redeliverEvent, redeliverEvents } from '@orbweaver/persistence';
import { type Command, CommandError, UsageError } from '../command';
import { findTeam, readDeliveryStates, readId } from '../read-option';

/** Jobs of one call, each in transactions of its own. */
const JOBS_AT_ONCE = 100;

export const webhookRedeliver: Command = {
  name: 'webhook redeliver',
  summary: 'Send a webhook event again: the one of an EVENT id, or all that were given up',
  options: {
    team: { description: 'with all: only those of this team', placeholder: 'NAME' },
    job: { description: 'with all: only those of this job', placeholder: 'ID' },
    state: {
      description: 'with all: those in this state, pending, dead or delivered; dead without it',
      placeholder: 'STATE',
    },
  },
  positionals: ['EVENT|all'],
  async run({ options, positionals }, context) {
    const [wanted] = positionals;
    if (wanted !== 'all') {
      if (Object.keys(options).length > 0) throw new UsageError('--team, --job and --state go with all');
      const id = readId('webhook', wanted);
      const answer = await redeliverEvent(await context.database(), context.actor, id);
      if (answer.kind === 'unknown') throw new CommandError(`There is no event ${id}; it may have expired.`);
      if (answer.kind === 'erased') {
        throw new CommandError('The job ran with zero data retention: the target of its webhook is erased.');
      }
      context.print(`event ${id} of job ${answer.jobId} is sent again`);
      return;
    }
    const wish = {
      states: readDeliveryStates(options.state, ['dead']),
      jobId: options.job === undefined ? undefined : readId('job', options.job),
      teamId: options.team === undefined ? undefined : await findTeam(context, options.team.trim()),
      limit: JOBS_AT_ONCE,
    };
    let redelivered = 0;
    for (let after: string | null | undefined; after !== null; ) {
      const answer = await redeliverEvents(await context.database(), context.actor, { ...wish, after });
      for (const job of answer.jobs) context.print(`${job.redelivered} events of job ${job.jobId} are sent again`);
      redelivered += answer.jobs.length;
      after = answer.after;
    }
    if (redelivered === 0) context.print('There are no such events.');
  },
};
