import { setTeamDisabled } from '@orbweaver/persistence';
import { type Command, CommandError } from '../command';
import { findTeam } from '../read-option';

export const teamDisable: Command = {
  name: 'team disable',
  summary: 'Reject the keys of a team within 20 seconds; its jobs continue',
  options: { name: { description: 'name of the team', placeholder: 'NAME', required: true } },
  positionals: [],
  async run({ options }, context) {
    const name = options.name!.trim();
    const id = await findTeam(context, name);
    const found = await setTeamDisabled(await context.database(), context.actor, { id, isDisabled: true });
    if (found?.hasChanged !== true) throw new CommandError(`The team "${name}" is already disabled.`);
    context.print(`disabled team "${name}"`);
  },
};
