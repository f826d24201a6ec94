import { MAX_LISTED } from '@orbweaver/core';
import { type KeyUsage, listUsage } from '@orbweaver/persistence';
import { z } from 'zod';
import { type Command, UsageError } from '../command';
import { jsonOption, printList } from '../print-list';
import { findTeamOf } from '../read-option';

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 30;
const HEAD = ['DAY', 'TEAM', 'KEY', 'REQUESTS', 'PAGES', 'CREDITS'];

export const usageList: Command = {
  name: 'usage',
  summary: 'List requests, pages and credits by key and day (UTC)',
  options: {
    team: { description: 'only usage of this team', placeholder: 'NAME' },
    from: {
      description: `first day (default: ${DEFAULT_DAYS} days before --to)`,
      placeholder: 'YYYY-MM-DD',
    },
    to: { description: 'last day (default: today)', placeholder: 'YYYY-MM-DD' },
    json: jsonOption,
  },
  positionals: [],
  async run({ options }, context) {
    const to = readDay('to', options.to) ?? new Date();
    const from = readDay('from', options.from) ?? new Date(to.getTime() - DEFAULT_DAYS * DAY_MS);
    if (from > to) throw new UsageError('--from must not be after --to');
    const teamId = await findTeamOf(context, options);
    const usage = await listUsage(await context.database(), { teamId, from, to, limit: MAX_LISTED });
    const items = usage.map((one) => ({ ...one, day: one.day.toISOString().slice(0, 10) }));
    const sum = (count: (row: KeyUsage) => number) => String(usage.reduce((total, row) => total + count(row), 0));
    const foot = ['total', '', '', sum((row) => row.requests), sum((row) => row.pages), sum((row) => row.credits)];
    const more = `Only the first ${MAX_LISTED} rows are shown. Select fewer days.`;
    const notes = usage.length === MAX_LISTED ? [more] : [];
    printList(context, options, { head: HEAD, items, row, foot, notes });
  },
};

const row = ({ day, team, apiKey, requests, pages, credits }: Omit<KeyUsage, 'day'> & { day: string }) => [
  day,
  team,
  apiKey ?? '-',
  ...[requests, pages, credits].map(String),
];

function readDay(option: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  if (!z.iso.date().safeParse(text).success) throw new UsageError(`--${option} must be a day such as 2026-01-31`);
  return new Date(`${text}T00:00:00Z`);
}
