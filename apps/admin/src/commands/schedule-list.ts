import { listScheduleOverviews, type ScheduleOverview } from '@orbweaver/persistence';
import type { Command } from '../command';
import { jsonOption, printList } from '../print-list';
import { findTeamOf, limitOption, readRowLimit } from '../read-option';

const HEAD = ['ID', 'TEAM', 'NAME', 'KIND', 'CRON', 'TIME ZONE', 'NEXT RUN', 'LAST RUN'];
const DEFAULT_LIMIT = 50;

export const scheduleList: Command = {
  name: 'schedule list',
  summary: 'List schedules, newest first',
  options: {
    team: { description: 'only schedules of this team', placeholder: 'NAME' },
    limit: limitOption(DEFAULT_LIMIT),
    json: jsonOption,
  },
  positionals: [],
  async run({ options }, context) {
    const filter = {
      limit: readRowLimit(options.limit, DEFAULT_LIMIT),
      teamId: await findTeamOf(context, options),
    };
    const items = await listScheduleOverviews(await context.database(), filter);
    printList(context, options, { head: HEAD, items, row, none: 'No schedules found.' });
  },
};

const row = (schedule: ScheduleOverview) => [
  schedule.id,
  schedule.team,
  schedule.name,
  schedule.kind,
  schedule.cron,
  schedule.timezone,
  nextRunOf(schedule),
  [schedule.lastState ?? '-', schedule.lastError].filter(Boolean).join(': '),
];

function nextRunOf({ paused, nextRunAt, unplannableReason }: ScheduleOverview): string {
  if (paused) return 'paused';
  if (unplannableReason !== null) return `unplannable: ${unplannableReason}`;
  return nextRunAt?.toISOString() ?? '-';
}
