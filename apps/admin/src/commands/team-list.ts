import { MAX_LISTED } from '@orbweaver/core';
import { type ListedTeam, listTeams, listTeamsWithHosts } from '@orbweaver/persistence';
import type { Command } from '../command';
import { jsonOption, printList } from '../print-list';

const HEAD = [
  'TEAM',
  'ID',
  'STATE',
  'KEYS',
  'CONCURRENCY',
  'SCRAPES/MIN',
  'JOBS/MIN',
  'RETENTION',
  'HOSTS',
  'GRANTED',
  'USED',
  'REMAINING',
];

export const teamList: Command = {
  name: 'team list',
  summary: 'List teams with their limits, hosts (--json: in full) and credits',
  options: { json: jsonOption },
  positionals: [],
  async run({ options }, context) {
    const list = options.json === undefined ? listTeams : listTeamsWithHosts;
    const items: ListedTeam[] = await list(await context.database(), { limit: MAX_LISTED });
    printList(context, options, { head: HEAD, items, row });
  },
};

const retentionOf = ({ zeroDataRetention, retentionHours }: ListedTeam): string => {
  if (zeroDataRetention) return 'zero';
  return retentionHours === null ? 'default' : `${retentionHours} h`;
};

const row = (team: ListedTeam) => [
  team.name,
  team.id,
  team.disabledAt === null ? 'enabled' : 'disabled',
  String(team.keys),
  String(team.maxConcurrency ?? '-'),
  String(team.scrapesPerMinute ?? '-'),
  String(team.jobsPerMinute ?? '-'),
  retentionOf(team),
  describeHosts(team),
  String(team.granted),
  String(team.used),
  team.creditsLimited ? String(team.granted - team.used) : 'unlimited',
];

const describeHosts = ({ hostCounts: { allowed, closed } }: ListedTeam) => {
  const base = allowed === 0 ? 'all' : `${allowed} allowed`;
  return closed === 0 ? base : `${base}, ${closed} closed`;
};
