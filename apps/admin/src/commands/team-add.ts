import { randomUUID } from 'node:crypto';
import { type Command, CommandError, UsageError } from '../command';
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
    const name = options.name!.trim();
    if (name === '') throw new UsageError('--name must not be empty');
    const limits = readTeamLimits(options);
    const id = randomUUID();
    const { count } = await (await context.database()).team.createMany({
      data: [{ id, name, ...limits }],
      skipDuplicates: true,
    });
    if (count === 0) throw new CommandError(`There is a team named "${name}" already.`);
    context.print(`added team "${name}" ${id}`);
    if (limits.creditsLimited)
      context.print(`It has no credits yet: orbweaver credits grant --team "${name}" --amount N`);
  },
};
