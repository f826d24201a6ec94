import { z } from 'zod';
import { type Command, CommandError, UsageError } from '../command';

export const keyRevoke: Command = {
  name: 'key revoke',
  summary: 'Make an API key invalid, for good',
  options: {},
  positionals: ['ID'],
  async run({ positionals }, context) {
    const id = z.uuid().safeParse(positionals[0]);
    if (!id.success) throw new UsageError(`"${positionals[0]}" is not the id of a key; orbweaver key list shows them`);
    const database = await context.database();
    const { count } = await database.apiKey.updateMany({
      where: { id: id.data, revokedAt: null },
      data: { revokedAt: new Date() },
    });
    if (count === 1) return context.print(`revoked key ${id.data}`);
    const isKnown = (await database.apiKey.findUnique({ where: { id: id.data } })) !== null;
    throw new CommandError(isKnown ? `The key ${id.data} is revoked already.` : `There is no key ${id.data}.`);
  },
};
