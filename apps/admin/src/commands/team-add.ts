import { createTeam } from '@orbweaver/persistence';
import { type Command, CommandError } from '../command';
import { readName } from '../read-option';
import { readTeamLimits, teamLimitOptions } from '../team-limits';

export const teamAdd: Command = {
  name: 'team add',
  summary: 'Add a team: keys, jobs and limits belong to one; without options it has no limits',
  options: {
    name: { description: 'name of the team, unique', placeholder: 'NAME', required: true },
    ...teamLimitOptions,
  },
  positionals: [],
  async run({ options }, context) {
    const name = readName(options.name!);
    const limits = readTeamLimits(options);
    const team = await createTeam(await context.database(), context.actor, { name, limits });
    if (team === undefined) throw new CommandError(`There is a team named "${name}" already.`);
    context.print(`added team "${name}" ${team.id}`);
    if (team.creditsLimited)
      context.print(`It has no credits yet: orbweaver credits grant --team "${name}" --amount N`);
  },
};
