import {
  AccountName,
  GrantAmount,
  GrantNote,
  JobKind,
  JobState,
  KeyRight,
  KeyRights,
  MAX_LISTED,
  TeamLimits,
} from '@orbweaver/core';
import { z } from 'zod';
import { text, writtenInt } from './bounds';
import { DeliveryState, DeliveryWaitsFor } from './webhook-deliveries';

/** Requests and answers of the admin API. */

const DEFAULT_LISTED = 100;
const instant = z.iso.datetime();
const success = z.literal(true);
const next = z.url().optional().describe('More are there');

const teamId = z.uuid().optional().describe('Only of this team');
const limit = z.int().min(1).max(MAX_LISTED).default(DEFAULT_LISTED).describe('Rows at most');
const writtenLimit = writtenInt(1, MAX_LISTED).default(DEFAULT_LISTED);
const after = text(300).optional().describe('Where to go on, as `next` has it');
const day = z.iso.date().max(10).optional();

/** Of a query: as the API document shows it, and as it is read. */
const query = <S extends z.ZodRawShape>(shape: S) => ({
  shown: z.object({ ...shape, limit, after }),
  read: z.strictObject({ ...shape, limit: writtenLimit, after }),
});

export const teamsQuery = query({});
export const keysQuery = query({ teamId });
export const adminJobsQuery = query({ teamId, state: JobState.optional().describe('Only jobs in this state') });
export const adminDeliveriesQuery = query({
  teamId,
  jobId: z.uuid().optional().describe('Only of this job'),
  state: DeliveryState.optional().describe('Only events in this state; by default those that wait or were given up'),
});
export const auditQuery = query({ teamId });
export const usageQuery = query({
  teamId,
  from: day.describe('The first day, UTC; by default 30 days before the last'),
  to: day.describe('The last day, UTC; by default today'),
});

export const TeamView = z.object({
  id: z.uuid(),
  name: z.string(),
  ...TeamLimits.shape,
  createdAt: instant,
  disabledAt: instant.nullable().describe('Since when none of its keys is let in; null: they are'),
  keys: z.int().describe('Keys that are not revoked'),
});
export const TeamAnswer = z.object({ success, team: TeamView });
export const TeamsAnswer = z.object({ success, teams: z.array(TeamView).describe('By name'), next });
export const AddTeamRequest = z.strictObject({
  name: AccountName.describe('Unique'),
  ...TeamLimits.partial().shape,
});
export type AddTeamRequest = z.output<typeof AddTeamRequest>;
export const SetTeamRequest = z
  .strictObject(TeamLimits.partial().shape)
  .refine((limits) => Object.keys(limits).length > 0, 'Must name a limit that should change');
export type SetTeamRequest = z.output<typeof SetTeamRequest>;

export const KeyView = z.object({
  id: z.uuid(),
  teamId: z.uuid(),
  team: z.string().describe('Name of the team'),
  name: z.string(),
  rights: z.array(KeyRight),
  createdAt: instant,
  lastUsedAt: instant.nullable().describe('Up to two minutes behind'),
  revokedAt: instant.nullable(),
});
export const KeyAnswer = z.object({ success, key: KeyView });
export const KeysAnswer = z.object({ success, keys: z.array(KeyView).describe('The oldest first'), next });
export const AddedKeyAnswer = z.object({
  success,
  key: KeyView,
  secret: z.string().describe('The key itself, this once: only a hash of it is stored'),
});
export const AddKeyRequest = z.strictObject({
  teamId: z.uuid().describe('The team that it belongs to'),
  name: AccountName.describe('What it is for'),
  rights: KeyRights.default(['team']).describe(
    '`team`: the work of its team; `admin`: this interface, with all teams. Give `admin` to few',
  ),
});
export type AddKeyRequest = z.output<typeof AddKeyRequest>;

export const CreditsView = z.object({
  teamId: z.uuid(),
  limited: z.boolean().describe('Whether work that the balance does not cover is refused'),
  granted: z.int(),
  used: z.int(),
  remaining: z.int().describe('Granted less used; below zero when pages that were accepted cost more than was left'),
  months: z
    .array(z.object({ month: z.iso.date(), apiKey: z.string().nullable(), used: z.int() }))
    .describe('What each key has used, by months of UTC, the oldest first; null: no known key'),
});
export const CreditsAnswer = z.object({ success, credits: CreditsView });
export const GrantRequest = z.strictObject({
  amount: GrantAmount.describe('Credits to add; a negative number takes as many back'),
  note: GrantNote.optional().describe('Why, for the ledger'),
  id: z.uuid().optional().describe('Of the grant, chosen by you: sent twice, it counts once'),
});
export type GrantRequest = z.output<typeof GrantRequest>;

export const AdminJob = z.object({
  id: z.uuid(),
  teamId: z.uuid(),
  team: z.string().nullable(),
  apiKeyId: z.uuid().nullable().describe('The key that it was started with'),
  kind: JobKind,
  state: JobState,
  url: z.string().nullable().describe('The URL that it begins with; null for a batch'),
  namedUrls: z.int().describe('The URLs of a batch; 1 otherwise'),
  completed: z.int(),
  failed: z.int(),
  queued: z.int().nullable().describe('Pages that wait; null: a scrape, or not begun'),
  leased: z.int().nullable().describe('Pages being rendered'),
  creditsUsed: z.int(),
  error: z.string().nullable(),
  createdAt: instant,
  completedAt: instant.nullable(),
  expiresAt: instant,
});
export const JobLeasesView = z.object({
  expired: z.int().describe('Leases that have ended without a result: their pages are queued again within seconds'),
  nextExpiryAt: instant.nullable().describe('When the first lease ends'),
  nextLeaseAt: instant.nullable().describe('No page is leased before'),
  settledAt: instant.nullable().describe('When nothing was queued or leased any more'),
});
export const AdminJobAnswer = z.object({ success, job: AdminJob });
export const ShownJobAnswer = z.object({ success, job: AdminJob, leases: JobLeasesView });
export const AdminJobsAnswer = z.object({ success, jobs: z.array(AdminJob).describe('The newest first'), next });
export const RetriedAnswer = z.object({ success, id: z.uuid().describe('Of the new job') });

const EventBehind = z
  .object({ id: z.uuid(), sequence: z.int() })
  .nullable()
  .describe('With `earlier-event`: the event of the job that is sent next');
export const AdminDelivery = z.object({
  id: z.uuid().describe('The `webhookId` of every attempt'),
  jobId: z.uuid(),
  teamId: z.uuid(),
  team: z.string().nullable(),
  sequence: z.int().describe('Its place among the events of the job, from 1, in which they are delivered'),
  type: z.string().describe('Such as `crawl.page`'),
  endpoint: z.string().nullable().describe('Host and port of the receiver; null: not sent yet, or erased'),
  state: DeliveryState,
  waitsFor: DeliveryWaitsFor.nullable(),
  behind: EventBehind,
  nextAttemptAt: instant.nullable().describe('With `retry`: the time of the next attempt'),
  attempts: z.int(),
  lastStatus: z.int().nullable().describe('What the receiver answered at the last attempt'),
  lastError: z.string().nullable().describe('Why the last attempt was no delivery'),
  createdAt: instant,
});
export const AdminDeliveriesAnswer = z.object({
  success,
  deliveries: z.array(AdminDelivery).describe('Those of the newest job first, and of a job the last first'),
  next,
});

/** Each job is a transaction or more. */
const MAX_REDELIVERED_JOBS = 100;
export const RedeliverAllRequest = z.strictObject({
  teamId: z.uuid().optional().describe('Only events of this team'),
  jobId: z.uuid().optional().describe('Only events of this job'),
  states: z
    .array(DeliveryState)
    .min(1)
    .max(DeliveryState.options.length)
    .default(['dead'])
    .describe('Only events in these states; of pending ones the wait is over'),
  limit: z
    .int()
    .min(1)
    .max(MAX_REDELIVERED_JOBS)
    .default(MAX_REDELIVERED_JOBS)
    .describe('Jobs at most, the oldest first'),
  after: z.string().max(60).optional().describe('Where to go on, as `after` of the answer before has it'),
});
export type RedeliverAllRequest = z.output<typeof RedeliverAllRequest>;
export const RedeliveredAllAnswer = z.object({
  success,
  redelivered: z.int().describe('Events that are sent again'),
  jobs: z.array(z.object({ jobId: z.uuid(), teamId: z.uuid(), redelivered: z.int() })),
  after: z.string().nullable().describe('There are more such events: ask again with it; null: there are none'),
});
export const RedeliveredEventAnswer = z.object({
  success,
  id: z.uuid(),
  jobId: z.uuid(),
  waitsFor: DeliveryWaitsFor.nullable(),
  behind: EventBehind,
});

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
