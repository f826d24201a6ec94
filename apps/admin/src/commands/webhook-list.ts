import { type DeliveryOverview, listDeliveries } from '@orbweaver/persistence';
import type { Command } from '../command';
import { jsonOption, printList } from '../print-list';
import { findTeamOf, limitOption, readDeliveryStates, readId, readRowLimit } from '../read-option';

const HEAD = ['EVENT', 'TEAM', 'JOB', 'PLACE', 'TYPE', 'STATE', 'ATTEMPTS', 'WAITS FOR', 'RECEIVER', 'LAST ERROR'];
const DEFAULT_LIMIT = 50;

export const webhookList: Command = {
  name: 'webhook list',
  summary: 'List pending and dead webhook events, newest job first',
  options: {
    team: { description: 'only events of this team', placeholder: 'NAME' },
    job: { description: 'only events of this job', placeholder: 'ID' },
    state: { description: 'only events in this state: pending, dead, delivered', placeholder: 'STATE' },
    limit: limitOption(DEFAULT_LIMIT),
    json: jsonOption,
  },
  positionals: [],
  async run({ options }, context) {
    const filter = {
      states: readDeliveryStates(options.state, ['dead', 'pending']),
      jobId: options.job === undefined ? undefined : readId('job', options.job),
      limit: readRowLimit(options.limit, DEFAULT_LIMIT),
      teamId: await findTeamOf(context, options),
    };
    const items = await listDeliveries(await context.database(), filter);
    printList(context, options, { head: HEAD, items, row, none: 'No events found.' });
  },
};

const row = (event: DeliveryOverview) => [
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
];

function describeWait({ waitsFor, behind, nextAttemptAt }: DeliveryOverview): string {
  if (behind !== null) return `event ${behind.sequence}`;
  return nextAttemptAt?.toISOString() ?? waitsFor ?? '-';
}
