import { compareTeams } from '@orbweaver/persistence';
import { type Command, CommandError } from '../command';
import { describeChange, fileOption, readDeclared } from '../teams-file';

export const teamsDiff: Command = {
  name: 'teams diff',
  summary: 'Show how teams and keys differ from a teams file; exits with 1 if they do',
  options: { file: fileOption },
  positionals: [],
  async run(input, context) {
    const changes = await compareTeams(await context.database(), readDeclared(input, context));
    for (const change of changes) context.print(describeChange(change));
    if (changes.length === 0) return context.print('no differences');
    const count = changes.length === 1 ? '1 difference' : `${changes.length} differences`;
    throw new CommandError(`${count}. Apply the file: orbweaver teams apply`);
  },
};
