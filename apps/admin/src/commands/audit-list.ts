import { type AuditEntry, listAuditEntries } from '@orbweaver/persistence';
import type { Command } from '../command';
import { jsonOption, printList } from '../print-list';
import { findTeamOf, limitOption, readRowLimit } from '../read-option';

const HEAD = ['NUMBER', 'TIME', 'WHO', 'ACTION', 'TEAM', 'TARGET', 'REQUEST', 'CHANGES'];
const DEFAULT_LIMIT = 50;

export const auditList: Command = {
  name: 'audit list',
  summary: 'List the audit log, newest first',
  options: {
    team: { description: 'only changes of this team', placeholder: 'NAME' },
    limit: limitOption(DEFAULT_LIMIT),
    json: jsonOption,
  },
  positionals: [],
  async run({ options }, context) {
    const limit = readRowLimit(options.limit, DEFAULT_LIMIT);
    const items = await listAuditEntries(await context.database(), {
      teamId: await findTeamOf(context, options),
      limit,
    });
    printList(context, options, { head: HEAD, items, row });
  },
};

const row = (entry: Awaited<ReturnType<typeof listAuditEntries>>[number]) => [
  String(entry.id),
  entry.at.toISOString(),
  entry.actor.apiKeyId === null ? entry.actor.name : `key "${entry.actor.name}" ${entry.actor.apiKeyId}`,
  entry.action,
  entry.team ?? '-',
  entry.target,
  entry.actor.requestId ?? '-',
  describeChanges(entry),
];

const describeChanges = ({ changes }: AuditEntry) =>
  Object.entries(changes)
    .map(([field, { before, after }]) => `${field}: ${JSON.stringify(before)} -> ${JSON.stringify(after)}`)
    .join(', ');
