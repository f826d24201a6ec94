import { JobKind, JobState } from '@orbweaver/core';
import { z } from 'zod';
import { adminQuery, next, ofTeam } from './admin-query';

const instant = z.iso.datetime();
const success = z.literal(true);

export const adminJobsQuery = adminQuery({
  teamId: ofTeam,
  kind: JobKind.optional().describe('Only jobs of this kind'),
  state: JobState.optional().describe('Only jobs in this state'),
});

export const AdminJob = z.object({
  id: z.uuid(),
  teamId: z.uuid(),
  team: z.string().nullable(),
  apiKeyId: z.uuid().nullable().describe('Key that started the job'),
  kind: JobKind,
  state: JobState,
  url: z.string().nullable().describe('Start URL, with `…` for user and password; null for a batch or an erased job'),
  namedUrls: z.int().describe('Number of URLs of a batch; otherwise 1'),
  completed: z.int(),
  failed: z.int(),
  queued: z.int().nullable().describe('Waiting pages; null for a scrape or an unstarted job'),
  leased: z.int().nullable().describe('Pages being rendered'),
  creditsUsed: z.int(),
  error: z.string().nullable(),
  erased: z.boolean().describe('The pages of the job cannot be read any more'),
  createdAt: instant,
  completedAt: instant.nullable(),
  expiresAt: instant,
});
export const JobLeasesView = z.object({
  expired: z.int().describe('Expired leases, whose pages are queued again within seconds'),
  nextExpiryAt: instant.nullable().describe('When the next lease expires'),
  nextLeaseAt: instant.nullable().describe('Earliest time of the next lease'),
  settledAt: instant.nullable().describe('When no pages were queued or leased any more'),
});
export const AdminJobAnswer = z.object({ success, job: AdminJob });
export const ShownJobAnswer = z.object({ success, job: AdminJob, leases: JobLeasesView });
export const AdminJobsAnswer = z.object({ success, jobs: z.array(AdminJob).describe('Newest first'), next });
export const RetriedPages = z.object({
  success,
  id: z.uuid().describe('Id of the new job'),
  pages: z.int().describe('Pages of the new job'),
  left: z.int().describe('Failed pages that the new job lacks'),
});
export const RetriedAnswer = RetriedPages.pick({ success: true, id: true }).extend({
  warning: z.string().optional().describe('The limit of the crawl was lowered to the credits of the team'),
});
