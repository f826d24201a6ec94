import { setTeamDisabled } from '@orbweaver/persistence';
import { type Command, CommandError } from '../command';
import { findTeam } from '../read-option';

export const teamEnable: Command = {
  name: 'team enable',
  summary: 'Let the keys of a team that was disabled in again',
  options: { name: { description: 'name of the team', placeholder: 'NAME', required: true } },
  positionals: [],
  async run({ options }, context) {
    const name = options.name!.trim();
    const id = await findTeam(context, name);
    const found = await setTeamDisabled(await context.database(), context.actor, { id, isDisabled: false });
    if (found?.hasChanged !== true) throw new CommandError(`The team "${name}" is enabled already.`);
    context.print(`enabled team "${name}"`);
  },
};
