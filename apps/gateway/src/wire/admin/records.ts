import { z } from 'zod';
import { adminQuery, next, ofTeam } from './admin-query';

const instant = z.iso.datetime();
const success = z.literal(true);

export const auditQuery = adminQuery({ teamId: ofTeam });

export const FieldChange = z.object({ before: z.unknown(), after: z.unknown() });
export const FieldChangesView = z
  .record(z.string(), FieldChange)
  .describe('Values before and after the change, by field');

export const AuditView = z.object({
  id: z.int().describe('Increases with time'),
  at: instant,
  actor: z
    .object({
      apiKeyId: z
        .uuid()
        .nullable()
        .describe('Key of the request; null for the `orbweaver` command and starting processes'),
      name: z
        .string()
        .describe('Name of the key, `user@host` of the command, or `start of PID@HOST` of a starting process'),
      requestId: z.string().nullable().describe('`X-Request-Id` of the request'),
    })
    .describe('Who made the change'),
  action: z.string().describe('Action, such as `team.set` or `key.revoke`'),
  teamId: z.uuid().nullable().describe('Team of the changed object, if any'),
  team: z.string().nullable().describe('Name of the team'),
  target: z.string().describe('Id of the changed object'),
  changes: FieldChangesView,
});
export const AuditAnswer = z.object({ success, entries: z.array(AuditView).describe('Newest first'), next });

const day = z.iso.date().max(10).optional();

export const usageQuery = adminQuery({
  teamId: ofTeam,
  from: day.describe('First day (UTC). Default: 30 days before `to`'),
  to: day.describe('Last day (UTC). Default: today'),
});

export const UsageView = z.object({
  day: z.iso.date().describe('UTC'),
  teamId: z.uuid(),
  team: z.string(),
  apiKeyId: z.uuid().nullable().describe('null: unknown key'),
  apiKey: z.string().nullable().describe('Name of the key'),
  requests: z.int().describe('Ended scrapes, batches and crawls'),
  pages: z.int().describe('Stored or returned documents'),
  credits: z.int(),
});
export const UsageAnswer = z.object({
  success,
  usage: z.array(UsageView).describe('By team and day'),
  next,
});
