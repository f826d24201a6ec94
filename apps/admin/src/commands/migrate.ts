import { deployMigrations } from '@orbweaver/persistence';
import { trustedAuthorities } from '@orbweaver/platform';
import type { Command } from '../command';

export const migrate: Command = {
  name: 'migrate',
  summary: 'Apply database migrations',
  options: {},
  positionals: [],
  async run(_, { databaseUrl, config, actor, print }) {
    const authorities = trustedAuthorities(config.EXTRA_CA_CERTS);
    const applied = await deployMigrations(await databaseUrl(), { actor, authorities });
    for (const name of applied) print(`applied ${name}`);
    if (applied.length === 0) print('The database is up to date.');
  },
};
