import { setTeamDisabled } from '@orbweaver/persistence';
import { type Command, CommandError } from '../command';
import { findTeam } from '../read-option';

export const teamDisable: Command = {
  name: 'team disable',
  summary: "Let none of a team's keys in; gateways follow within 20 seconds, and its jobs run on",
  options: { name: { description: 'name of the team', placeholder: 'NAME', required: true } },
  positionals: [],
  async run({ options }, context) {
    const name = options.name!.trim();
    const id = await findTeam(context, name);
    const found = await setTeamDisabled(await context.database(), context.actor, { id, isDisabled: true });
    if (found?.hasChanged !== true) throw new CommandError(`The team "${name}" is disabled already.`);
    context.print(`disabled team "${name}"`);
  },
};
