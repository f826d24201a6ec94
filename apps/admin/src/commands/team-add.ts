import { createTeam } from '@orbweaver/persistence';
import { type Command, CommandError } from '../command';
import { readName } from '../read-option';
import { readTeamLimits, teamLimitOptions } from '../team-limits';

export const teamAdd: Command = {
  name: 'team add',
  summary: 'Add a team, without limits by default',
  options: {
    name: { description: 'unique name of the team', placeholder: 'NAME', required: true },
    ...teamLimitOptions,
  },
  positionals: [],
  async run({ options }, context) {
    const name = readName(options.name!);
    const limits = readTeamLimits(options, context.config);
    const team = await createTeam(await context.database(), context.actor, { name, limits });
    if (team === undefined) throw new CommandError(`The team "${name}" already exists.`);
    context.print(`added team "${name}" ${team.id}`);
    if (team.creditsLimited)
      context.print(`It has no credits. Grant some: orbweaver credits grant --team "${name}" --amount N`);
  },
};
