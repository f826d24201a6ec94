import { deployMigrations } from '@orbweaver/persistence';
import { requireDatabaseUrl } from '../admin.config';
import type { Command } from '../command';

export const migrate: Command = {
  name: 'migrate',
  summary: 'Bring the database to the state that this version needs',
  options: {},
  positionals: [],
  async run(_, { config, print }) {
    const applied = await deployMigrations(requireDatabaseUrl(config));
    for (const name of applied) print(`applied ${name}`);
    if (applied.length === 0) print('The database is up to date.');
  },
};
