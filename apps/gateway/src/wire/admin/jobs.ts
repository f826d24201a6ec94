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
  apiKeyId: z.uuid().nullable().describe('The key that it was started with'),
  kind: JobKind,
  state: JobState,
  url: z.string().nullable().describe('The URL that it begins with, `…` for its user and password; null for a batch'),
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
