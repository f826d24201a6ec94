import { ensureApiKey, generateApiKey } from '@orbweaver/persistence';
import { type Command, UsageError } from '../command';
import { findTeam } from '../read-option';

export const keyAdd: Command = {
  name: 'key add',
  summary: 'Make an API key for a team and print it, this once',
  options: {
    team: { description: 'name of the team', placeholder: 'NAME', required: true },
    name: { description: 'what the key is for', placeholder: 'NAME', required: true },
  },
  positionals: [],
  async run({ options }, context) {
    const team = options.team!.trim();
    const name = options.name!.trim();
    if (name === '') throw new UsageError('--name must not be empty');
    const database = await context.database();
    await findTeam(context, team);
    const key = generateApiKey();
    const { id } = await ensureApiKey(database, { key, team, name });
    // Alone on its line, so that a script can read the last line.
    context.print(
      `added key "${name}" ${id} of team "${team}"; it is stored as a hash only and cannot be shown again:`,
    );
    context.print(key);
  },
};
