import { type DeliveryOverview, listDeliveries } from '@orbweaver/persistence';
import type { Command } from '../command';
import { printTable } from '../print-table';
import { findTeam, limitOption, readDeliveryStates, readId, readRowLimit } from '../read-option';

const HEAD = ['EVENT', 'TEAM', 'JOB', 'PLACE', 'TYPE', 'STATE', 'ATTEMPTS', 'WAITS FOR', 'RECEIVER', 'LAST ERROR'];
const DEFAULT_LIMIT = 50;

export const webhookList: Command = {
  name: 'webhook list',
  summary: 'List webhook events that wait or were given up, those of the newest job first',
  options: {
    team: { description: 'only those of this team', placeholder: 'NAME' },
    job: { description: 'only those of this job', placeholder: 'ID' },
    state: { description: 'only those in this state: pending, dead, delivered', placeholder: 'STATE' },
    limit: limitOption(DEFAULT_LIMIT),
  },
  positionals: [],
  async run({ options }, context) {
    const filter = {
      states: readDeliveryStates(options.state, ['dead', 'pending']),
      jobId: options.job === undefined ? undefined : readId('job', options.job),
      limit: readRowLimit(options.limit, DEFAULT_LIMIT),
      teamId: options.team === undefined ? undefined : await findTeam(context, options.team.trim()),
    };
    const events = await listDeliveries(await context.database(), filter);
    const rows = events.map((event) => [
      event.id,
      event.team ?? '-',
      event.jobId,
      String(event.sequence),
      event.type,
      event.state,
      String(event.attempts),
      describeWait(event),
      event.endpoint ?? '-',
      event.lastError ?? '-',
    ]);
    if (rows.length === 0) context.print('There are no such events.');
    else printTable(context.print, [HEAD, ...rows]);
  },
};

function describeWait({ waitsFor, behind, nextAttemptAt }: DeliveryOverview): string {
  if (behind !== null) return `event ${behind.sequence}`;
  return nextAttemptAt?.toISOString() ?? waitsFor ?? '-';
}
