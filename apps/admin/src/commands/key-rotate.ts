import { type KeyOverview, rotateKey } from '@orbweaver/persistence';
import { type Command, CommandError } from '../command';
import { overlapOption, readOverlapMs } from '../overlap-option';
import { readCount, readId } from '../read-option';

const DAY_MS = 86_400_000;

const FAILURES = {
  unknown: 'Key not found. List ids: orbweaver key list',
  invalid: 'The key is revoked or has expired. Add a new key: orbweaver key add',
  session: 'The key belongs to a console session and expires by itself.',
  declared: 'The teams file manages this key. Add a key to the file and later remove this one.',
};

export const keyRotate: Command = {
  name: 'key rotate',
  summary: 'Replace an API key by a new one with the same name, rights and networks, and print it once',
  options: {
    overlap: overlapOption('time until the previous key expires', 'at once'),
    'expires-in': {
      description: 'days until the new key expires (default: as long as the previous key was valid)',
      placeholder: 'DAYS',
    },
  },
  positionals: ['ID'],
  async run({ options, positionals }, context) {
    const overlapMs = readOverlapMs(options);
    const days = options['expires-in'];
    const rotated = await rotateKey(await context.database(), context.actor, {
      id: readId('key', positionals[0]),
      overlapMs,
      expiresAt: days === undefined ? undefined : new Date(Date.now() + readCount('expires-in', days) * DAY_MS),
    });
    if (rotated.kind !== 'rotated') throw new CommandError(FAILURES[rotated.kind]);
    const { key, previous, secret } = rotated;
    context.print(
      `added key "${key.name}" ${key.id} of team "${key.team}", which ${expiryOf(key)}; ${previous.id} ${expiryOf(previous)}; only its hash is stored, so it cannot be shown again:`,
    );
    context.print(secret);
  },
};

const expiryOf = ({ expiresAt }: KeyOverview): string =>
  expiresAt === null ? 'does not expire' : `expires ${expiresAt.toISOString()}`;
