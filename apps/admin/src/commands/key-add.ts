import { KeyRight, KeyRights } from '@orbweaver/core';
import { addKey } from '@orbweaver/persistence';
import { type Command, UsageError } from '../command';
import { findTeam, readCount, readName } from '../read-option';

const DAY_MS = 86_400_000;

export const keyAdd: Command = {
  name: 'key add',
  summary: 'Create an API key for a team and print it once',
  options: {
    team: { description: 'name of the team', placeholder: 'NAME', required: true },
    name: { description: 'name of the key', placeholder: 'NAME', required: true },
    rights: {
      description:
        'team: use the API of the team; admin: use the admin API for all teams; both: team,admin (default team)',
      placeholder: 'RIGHTS',
    },
    'expires-in': { description: 'days until the key expires (default: never)', placeholder: 'DAYS' },
  },
  positionals: [],
  async run({ options }, context) {
    const team = options.team!.trim();
    const name = readName(options.name!);
    const rights = readRights(options.rights);
    const days = options['expires-in'];
    const expiresAt = days === undefined ? undefined : new Date(Date.now() + readCount('expires-in', days) * DAY_MS);
    const teamId = await findTeam(context, team);
    const { key, secret } = (await addKey(await context.database(), context.actor, {
      teamId,
      name,
      rights,
      expiresAt,
    }))!;
    // On a separate line, so that scripts can read the last line.
    context.print(
      `added key "${name}" ${key.id} of team "${team}"; only its hash is stored, so it cannot be shown again:`,
    );
    context.print(secret);
  },
};

function readRights(text = 'team'): KeyRight[] {
  const rights = KeyRights.safeParse(text.split(',').map((right) => right.trim()));
  if (rights.success) return rights.data;
  throw new UsageError(`--rights must be ${KeyRight.options.join(' or ')}, or both separated by a comma`);
}
