import { MAX_LISTED } from '@orbweaver/core';
import { type KeyOverview, listKeys } from '@orbweaver/persistence';
import type { Command } from '../command';
import { jsonOption, printList } from '../print-list';
import { findTeamOf } from '../read-option';

const HEAD = ['ID', 'TEAM', 'NAME', 'RIGHTS', 'NETWORKS', 'CREATED', 'LAST USED', 'STATE'];

export const keyList: Command = {
  name: 'key list',
  summary: 'List API keys, oldest first; LAST USED is delayed by up to two minutes',
  options: { team: { description: 'only keys of this team', placeholder: 'NAME' }, json: jsonOption },
  positionals: [],
  async run({ options }, context) {
    const teamId = await findTeamOf(context, options);
    const items = await listKeys(await context.database(), { teamId, limit: MAX_LISTED });
    printList(context, options, { head: HEAD, items, row });
  },
};

const row = (key: KeyOverview) => [
  key.id,
  key.team,
  key.name,
  key.rights.join(),
  key.networks.join() || 'all',
  key.createdAt.toISOString(),
  key.lastUsedAt?.toISOString() ?? 'never',
  stateOf(key),
];

function stateOf({ revokedAt, expiresAt }: KeyOverview): string {
  if (revokedAt !== null) return `revoked ${revokedAt.toISOString()}`;
  if (expiresAt === null) return 'valid';
  return `${expiresAt.getTime() <= Date.now() ? 'expired' : 'valid until'} ${expiresAt.toISOString()}`;
}
