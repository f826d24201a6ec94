import { type DeliveryWait, type RedeliveredJob, redeliverEvent, redeliverEvents } from '@orbweaver/persistence';
import { type Command, CommandError, UsageError } from '../command';
import { findTeam, readDeliveryStates, readId } from '../read-option';

/** Jobs per transaction batch. */
const JOBS_AT_ONCE = 100;

export const webhookRedeliver: Command = {
  name: 'webhook redeliver',
  summary: 'Redeliver a webhook event, or all dead ones',
  options: {
    team: { description: 'with all: only events of this team', placeholder: 'NAME' },
    job: { description: 'with all: only events of this job', placeholder: 'ID' },
    state: {
      description: 'with all: only events in this state: pending, dead, delivered (default dead)',
      placeholder: 'STATE',
    },
  },
  positionals: ['EVENT|all'],
  async run({ options, positionals }, context) {
    const [wanted] = positionals;
    if (wanted !== 'all') {
      if (Object.keys(options).length > 0) throw new UsageError('--team, --job and --state require all');
      const id = readId('webhook event', wanted, 'webhook');
      const answer = await redeliverEvent(await context.database(), context.actor, id);
      if (answer.kind === 'unknown') throw new CommandError(`Event not found: ${id}. It may have expired.`);
      if (answer.kind === 'erased') {
        throw new CommandError('The webhook URL of the job is erased.');
      }
      context.print(`event ${id} of job ${answer.jobId} ${describeTurn(answer.wait)}`);
      return;
    }
    const filter = {
      states: readDeliveryStates(options.state, ['dead']),
      jobId: options.job === undefined ? undefined : readId('job', options.job),
      teamId: options.team === undefined ? undefined : await findTeam(context, options.team.trim()),
      limit: JOBS_AT_ONCE,
    };
    const database = await context.database();
    let last: RedeliveredJob | undefined;
    const printLast = () => {
      if (last === undefined) return;
      const { redelivered, jobId } = last;
      context.print(
        redelivered === 1
          ? `redelivering 1 event of job ${jobId}`
          : `redelivering ${redelivered} events of job ${jobId} in order`,
      );
    };
    let answer = await redeliverEvents(database, context.actor, filter);
    for (;;) {
      for (const job of answer.jobs) {
        // A batch can end within a job.
        const isSame = job.jobId === last?.jobId;
        if (!isSame) printLast();
        last = isSame ? { ...job, redelivered: job.redelivered + (last?.redelivered ?? 0) } : job;
      }
      if (answer.after === null) break;
      answer = await redeliverEvents(database, context.actor, { ...filter, after: answer.after });
    }
    if (last === undefined) context.print('No events found.');
    else printLast();
  },
};

/** State of an event after its redelivery was requested. */
function describeTurn({ waitsFor, behind }: DeliveryWait): string {
  if (behind !== null) return `waits for event ${behind.sequence} (${behind.id}), which is sent first`;
  if (waitsFor === 'answer') return 'is being sent; its retries restart if that fails';
  return 'is due for redelivery, with all retries';
}
