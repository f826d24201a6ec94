import { revokeKey } from '@orbweaver/persistence';
import { type Command, CommandError } from '../command';
import { readId } from '../read-option';

export const keyRevoke: Command = {
  name: 'key revoke',
  summary: 'Revoke an API key permanently',
  options: {},
  positionals: ['ID'],
  async run({ positionals }, context) {
    const id = readId('key', positionals[0]);
    const { kind } = await revokeKey(await context.database(), context.actor, id);
    if (kind === 'revoked') return context.print(`revoked key ${id}`);
    throw new CommandError(kind === 'unknown' ? `Key not found: ${id}.` : `The key ${id} is already revoked.`);
  },
};
