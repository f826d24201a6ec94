import { type DeliveryWait, type RedeliveredJob, redeliverEvent, redeliverEvents } from '@orbweaver/persistence';
import { type Command, CommandError, UsageError } from '../command';
import { findTeam, readDeliveryStates, readId } from '../read-option';

/** Jobs of one call. */
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
      const id = readId('webhook event', wanted, 'webhook');
      const answer = await redeliverEvent(await context.database(), context.actor, id);
      if (answer.kind === 'unknown') throw new CommandError(`There is no event ${id}; it may have expired.`);
      if (answer.kind === 'erased') {
        throw new CommandError('The job ran with zero data retention: the target of its webhook is erased.');
      }
      context.print(`event ${id} of job ${answer.jobId} ${describeTurn(answer.wait)}`);
      return;
    }
    const wish = {
      states: readDeliveryStates(options.state, ['dead']),
      jobId: options.job === undefined ? undefined : readId('job', options.job),
      teamId: options.team === undefined ? undefined : await findTeam(context, options.team.trim()),
      limit: JOBS_AT_ONCE,
    };
    const database = await context.database();
    let last: RedeliveredJob | undefined;
    const tell = () => {
      if (last === undefined) return;
      const { redelivered, jobId } = last;
      context.print(
        redelivered === 1
          ? `1 event of job ${jobId} is sent again`
          : `${redelivered} events of job ${jobId} are sent again, one after the other`,
      );
    };
    let answer = await redeliverEvents(database, context.actor, wish);
    for (;;) {
      for (const job of answer.jobs) {
        // A call may end within a job.
        const isSame = job.jobId === last?.jobId;
        if (!isSame) tell();
        last = isSame ? { ...job, redelivered: job.redelivered + (last?.redelivered ?? 0) } : job;
      }
      if (answer.after === null) break;
      answer = await redeliverEvents(database, context.actor, { ...wish, after: answer.after });
    }
    if (last === undefined) context.print('There are no such events.');
    else tell();
  },
};

/** What becomes of an event that was put back. */
function describeTurn({ waitsFor, behind }: DeliveryWait): string {
  if (behind !== null) return `waits for event ${behind.sequence} (${behind.id}), which is sent first`;
  if (waitsFor === 'answer') return 'is being sent; if that fails, its retries begin anew';
  return 'is sent again, with all its retries';
}
