import { applyTeams } from '@orbweaver/persistence';
import { type Command, CommandError } from '../command';
import { describeChange, fileOption, readDeclared } from '../teams-file';

export const teamsApply: Command = {
  name: 'teams apply',
  summary: 'Add and change teams and keys as declared in a teams file; removes nothing without prune: true',
  options: { file: fileOption },
  positionals: [],
  async run(input, context) {
    const changes = await applyTeams(await context.database(), context.actor, readDeclared(input, context));
    for (const change of changes) context.print(describeChange(change));
    if (changes.length === 0) context.print('no differences');
    const conflicts = changes.filter(({ kind }) => kind === 'conflict').length;
    if (conflicts > 0)
      throw new CommandError(`${conflicts === 1 ? '1 key was' : `${conflicts} keys were`} not applied.`);
  },
};
