import { KeyRight, KeyRights } from '@orbweaver/core';
import { addKey } from '@orbweaver/persistence';
import { type Command, UsageError } from '../command';
import { findTeam, readName } from '../read-option';

export const keyAdd: Command = {
  name: 'key add',
  summary: 'Make an API key for a team and print it, this once',
  options: {
    team: { description: 'name of the team', placeholder: 'NAME', required: true },
    name: { description: 'what the key is for', placeholder: 'NAME', required: true },
    rights: {
      description:
        'team: the work of the team, which is what it may without this; admin: the admin API, with all teams; or both with a comma',
      placeholder: 'RIGHTS',
    },
  },
  positionals: [],
  async run({ options }, context) {
    const team = options.team!.trim();
    const name = readName(options.name!);
    const rights = readRights(options.rights);
    const teamId = await findTeam(context, team);
    const { key, secret } = (await addKey(await context.database(), context.actor, { teamId, name, rights }))!;
    // Alone on its line, so that a script can read the last line.
    context.print(
      `added key "${name}" ${key.id} of team "${team}"; it is stored as a hash only and cannot be shown again:`,
    );
    context.print(secret);
  },
};

function readRights(text = 'team'): KeyRight[] {
  const rights = KeyRights.safeParse(text.split(',').map((right) => right.trim()));
  if (rights.success) return rights.data;
  throw new UsageError(`--rights must be ${KeyRight.options.join(' or ')}, or both with a comma`);
}
