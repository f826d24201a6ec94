import { setTeamDisabled } from '@orbweaver/persistence';
import { type Command, CommandError } from '../command';
import { findTeam } from '../read-option';

export const teamEnable: Command = {
  name: 'team enable',
  summary: 'Accept the keys of a disabled team again',
  options: { name: { description: 'name of the team', placeholder: 'NAME', required: true } },
  positionals: [],
  async run({ options }, context) {
    const name = options.name!.trim();
    const id = await findTeam(context, name);
    const found = await setTeamDisabled(await context.database(), context.actor, { id, isDisabled: false });
    if (found?.hasChanged !== true) throw new CommandError(`The team "${name}" is already enabled.`);
    context.print(`enabled team "${name}"`);
  },
};
