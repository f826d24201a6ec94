import { alignColumns } from '../align-columns';
import type { Command } from '../command';

export const keyList: Command = {
  name: 'key list',
  summary: 'List API keys, oldest first',
  options: { team: { description: 'only those of this team', placeholder: 'NAME' } },
  positionals: [],
  async run({ options }, context) {
    const keys = await (await context.database()).apiKey.findMany({
      where: options.team === undefined ? {} : { team: { name: options.team.trim() } },
      include: { team: true },
      orderBy: { createdAt: 'asc' },
    });
    const rows = keys.map((key) => [
      key.id,
      key.team.name,
      key.name,
      key.createdAt.toISOString(),
      key.lastUsedAt?.toISOString() ?? 'never',
      key.revokedAt === null ? 'valid' : `revoked ${key.revokedAt.toISOString()}`,
    ]);
    for (const line of alignColumns([['ID', 'TEAM', 'NAME', 'CREATED', 'LAST USED', 'STATE'], ...rows]))
      context.print(line);
  },
};
