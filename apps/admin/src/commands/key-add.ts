import { KEY_RIGHT_DESCRIPTIONS, KeyRight, KeyRights, Networks } from '@orbweaver/core';
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
      description: `comma list (default team). ${KeyRight.options.map((right) => `${right}: ${KEY_RIGHT_DESCRIPTIONS[right]}`).join('; ')}`,
      placeholder: 'RIGHTS',
    },
    networks: {
      description: 'comma list of addresses and CIDR blocks of clients that may use the key (default: all clients)',
      placeholder: 'NETWORKS',
    },
    'expires-in': { description: 'days until the key expires (default: never)', placeholder: 'DAYS' },
  },
  positionals: [],
  async run({ options }, context) {
    const team = options.team!.trim();
    const name = readName(options.name!);
    const rights = readRights(options.rights);
    const networks = readNetworks(options.networks);
    const days = options['expires-in'];
    const expiresAt = days === undefined ? undefined : new Date(Date.now() + readCount('expires-in', days) * DAY_MS);
    const teamId = await findTeam(context, team);
    const { key, secret } = (await addKey(await context.database(), context.actor, {
      teamId,
      name,
      rights,
      networks,
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
  throw new UsageError(`--rights must be a comma list of ${KeyRight.options.join(', ')}`);
}

function readNetworks(text: string | undefined): string[] {
  if (text === undefined) return [];
  const networks = Networks.safeParse(text.split(','));
  if (networks.success) return networks.data;
  throw new UsageError(
    '--networks must be a comma list of addresses and CIDR blocks, such as 10.0.0.0/8,2001:db8::/32',
  );
}
