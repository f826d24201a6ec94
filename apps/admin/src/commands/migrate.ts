import { deployMigrations } from '@orbweaver/persistence';
import type { Command } from '../command';

export const migrate: Command = {
  name: 'migrate',
  summary: 'Apply database migrations',
  options: {},
  positionals: [],
  async run(_, { databaseUrl, actor, print }) {
    const applied = await deployMigrations(await databaseUrl(), { actor });
    for (const name of applied) print(`applied ${name}`);
    if (applied.length === 0) print('The database is up to date.');
  },
};
