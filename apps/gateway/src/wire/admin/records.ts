import { z } from 'zod';
import { adminQuery, next, ofTeam } from './admin-query';

const instant = z.iso.datetime();
const success = z.literal(true);

export const auditQuery = adminQuery({ teamId: ofTeam });

export const FieldChange = z.object({ before: z.unknown(), after: z.unknown() });
export const FieldChangesView = z.record(z.string(), FieldChange).describe('By field what it was and what it is');

export const AuditView = z.object({
  id: z.int().describe('Grows with time'),
  at: instant,
  actor: z
    .object({
      apiKeyId: z
        .uuid()
        .nullable()
        .describe('The key of the request; null: the `orbweaver` command, or a process that starts'),
      name: z
        .string()
        .describe(
          "The key's name; of the command who ran it, as user@host; of a process that starts `start of PID@HOST`",
        ),
      requestId: z.string().nullable().describe('The `X-Request-Id` of the request'),
    })
    .describe('Who'),
  action: z.string().describe('Such as `team.set` or `key.revoke`'),
  teamId: z.uuid().nullable().describe('The team that what was changed belongs to; null: none'),
  team: z.string().nullable().describe('Its name'),
  target: z.string().describe('The id of what was changed'),
  changes: FieldChangesView,
});
export const AuditAnswer = z.object({ success, entries: z.array(AuditView).describe('The newest first'), next });

const day = z.iso.date().max(10).optional();

export const usageQuery = adminQuery({
  teamId: ofTeam,
  from: day.describe('The first day, UTC; by default 30 days before the last'),
  to: day.describe('The last day, UTC; by default today'),
});

export const UsageView = z.object({
  day: z.iso.date().describe('UTC'),
  teamId: z.uuid(),
  team: z.string(),
  apiKeyId: z.uuid().nullable().describe('Null: no known key'),
  apiKey: z.string().nullable().describe('Name of the key'),
  requests: z.int().describe('Scrapes, batches and crawls that ended'),
  pages: z.int().describe('Documents that were stored or handed out'),
  credits: z.int(),
});
export const UsageAnswer = z.object({
  success,
  usage: z.array(UsageView).describe('Team after team, day after day'),
  next,
});
