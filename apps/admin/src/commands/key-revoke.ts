import { type Command, CommandError } from '../command';
import { readId } from '../read-option';

export const keyRevoke: Command = {
  name: 'key revoke',
  summary: 'Make an API key invalid, for good',
  options: {},
  positionals: ['ID'],
  async run({ positionals }, context) {
    const id = readId('key', positionals[0]);
    const database = await context.database();
    const { count } = await database.apiKey.updateMany({
      where: { id, revokedAt: null },
      data: { revokedAt: new Date() },
    });
    if (count === 1) return context.print(`revoked key ${id}`);
    const isKnown = (await database.apiKey.findUnique({ where: { id } })) !== null;
    throw new CommandError(isKnown ? `The key ${id} is revoked already.` : `There is no key ${id}.`);
  },
};
