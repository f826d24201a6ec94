import { MAX_LISTED } from '@orbweaver/core';
import { listTeams } from '@orbweaver/persistence';
import type { Command } from '../command';
import { printTable } from '../print-table';

const HEAD = [
  'TEAM',
  'ID',
  'STATE',
  'KEYS',
  'CONCURRENCY',
  'SCRAPES/MIN',
  'JOBS/MIN',
  'RETENTION',
  'GRANTED',
  'USED',
  'REMAINING',
];

export const teamList: Command = {
  name: 'team list',
  summary: 'List teams with their limits and credits',
  options: {},
  positionals: [],
  async run(_, context) {
    const teams = await listTeams(await context.database(), { limit: MAX_LISTED });
    const rows = teams.map((team) => [
      team.name,
      team.id,
      team.disabledAt === null ? 'enabled' : 'disabled',
      String(team.keys),
      String(team.maxConcurrency ?? '-'),
      String(team.scrapesPerMinute ?? '-'),
      String(team.jobsPerMinute ?? '-'),
      team.zeroDataRetention ? 'zero' : 'ordinary',
      String(team.granted),
      String(team.used),
      team.creditsLimited ? String(team.granted - team.used) : 'unlimited',
    ]);
    printTable(context.print, [HEAD, ...rows]);
  },
};
