import { setSchedulePaused } from '@orbweaver/persistence';
import { type Command, type CommandContext, CommandError } from '../command';
import { readId } from '../read-option';

export const schedulePause: Command = {
  name: 'schedule pause',
  summary: 'Plan no more runs of a schedule; a running one continues',
  options: {},
  positionals: ['ID'],
  run: ({ positionals }, context) => set(context, positionals[0], true),
};

export const scheduleResume: Command = {
  name: 'schedule resume',
  summary: 'Plan runs of a paused schedule again, from its next time',
  options: {},
  positionals: ['ID'],
  run: ({ positionals }, context) => set(context, positionals[0], false),
};

async function set(context: CommandContext, text: string | undefined, paused: boolean): Promise<void> {
  const id = readId('schedule', text);
  const hasChanged = await setSchedulePaused(await context.database(), context.actor, { id, paused });
  if (hasChanged === undefined) throw unknownSchedule(id);
  if (!hasChanged) throw new CommandError(`The schedule ${id} is ${paused ? 'already' : 'not'} paused.`);
  context.print(`${paused ? 'paused' : 'resumed'} schedule ${id}`);
}

export const unknownSchedule = (id: string) => new CommandError(`Schedule not found: ${id}.`);
