import { randomUUID } from 'node:crypto';
import { type Command, CommandError, UsageError } from '../command';

export const teamAdd: Command = {
  name: 'team add',
  summary: 'Add a team: keys, jobs and limits belong to one',
  options: {
    name: { description: 'name of the team, unique', placeholder: 'NAME', required: true },
    'max-concurrency': {
      description: 'pages of the team that may be rendered at once; without it there is no limit',
      placeholder: 'N',
    },
  },
  positionals: [],
  async run({ options }, context) {
    const name = options.name!.trim();
    const limit = options['max-concurrency'];
    if (name === '') throw new UsageError('--name must not be empty');
    if (limit !== undefined && !/^[1-9]\d{0,5}$/.test(limit)) {
      throw new UsageError('--max-concurrency must be a whole number from 1');
    }
    const maxConcurrency = limit === undefined ? null : Number(limit);
    const id = randomUUID();
    const { count } = await (await context.database()).team.createMany({
      data: [{ id, name, maxConcurrency }],
      skipDuplicates: true,
    });
    if (count === 0) throw new CommandError(`There is a team named "${name}" already.`);
    context.print(`added team "${name}" ${id}`);
  },
};
