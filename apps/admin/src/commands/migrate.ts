import { deployMigrations } from '@orbweaver/persistence';
import { requireSetting } from '../admin.config';
import type { Command } from '../command';

export const migrate: Command = {
  name: 'migrate',
  summary: 'Bring the database to the state that this version needs',
  options: {},
  positionals: [],
  async run(_, { config, print }) {
    const url = requireSetting(config, 'DATABASE_URL', 'postgresql://user:password@host/database');
    const applied = await deployMigrations(url);
    for (const name of applied) print(`applied ${name}`);
    if (applied.length === 0) print('The database is up to date.');
  },
};
