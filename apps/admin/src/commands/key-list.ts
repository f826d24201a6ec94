import { MAX_LISTED } from '@orbweaver/core';
import { listKeys } from '@orbweaver/persistence';
import type { Command } from '../command';
import { printTable } from '../print-table';

export const keyList: Command = {
  name: 'key list',
  summary: 'List API keys, oldest first; LAST USED is up to two minutes behind',
  options: { team: { description: 'only those of this team', placeholder: 'NAME' } },
  positionals: [],
  async run({ options }, context) {
    const keys = await listKeys(await context.database(), { team: options.team?.trim(), limit: MAX_LISTED });
    const rows = keys.map((key) => [
      key.id,
      key.team,
      key.name,
      key.rights.join(),
      key.createdAt.toISOString(),
      key.lastUsedAt?.toISOString() ?? 'never',
      key.revokedAt === null ? 'valid' : `revoked ${key.revokedAt.toISOString()}`,
    ]);
    printTable(context.print, [['ID', 'TEAM', 'NAME', 'RIGHTS', 'CREATED', 'LAST USED', 'STATE'], ...rows]);
  },
};
