import { requestRun } from '@orbweaver/persistence';
import { type Command, CommandError } from '../command';
import { readId } from '../read-option';
import { unknownSchedule } from './schedule-pause';

export const scheduleRun: Command = {
  name: 'schedule run',
  summary: 'Run a schedule now; a gateway starts it within seconds',
  options: {},
  positionals: ['ID'],
  async run({ positionals }, context) {
    const id = readId('schedule', positionals[0]);
    const requested = await requestRun(await context.database(), context.actor, { id });
    if (requested.kind === 'unknown-schedule') throw unknownSchedule(id);
    if (requested.kind === 'rejected') {
      throw new CommandError(`A run of the schedule ${id} is running or queued. Wait for its end.`);
    }
    context.print(`queued run ${requested.run.id}`);
  },
};
