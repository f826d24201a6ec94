import { exampleId } from '../examples';

const at = '2026-01-01T10:00:00.000Z';
/** A day after the other times. */
export const exampleExpiry = '2026-01-02T10:00:00.000Z';

export const exampleLimits = {
  maxConcurrency: 20,
  scrapesPerMinute: 600,
  jobsPerMinute: null,
  creditsLimited: true,
  zeroDataRetention: false,
  retentionHours: 24,
};
export const exampleListedTeam = {
  id: exampleId,
  name: 'search',
  ...exampleLimits,
  createdAt: at,
  disabledAt: null,
  hostCounts: { allowed: 2, closed: 1 },
  keys: 1,
};
export const exampleTeam = {
  ...exampleListedTeam,
  hosts: { allowed: ['example.com', '*.example.com'], closed: ['shop.example.com'] },
};
export const exampleKey = {
  id: exampleId,
  teamId: exampleId,
  team: 'search',
  name: 'importer',
  rights: ['team'],
  networks: [],
  createdAt: at,
  lastUsedAt: null,
  expiresAt: null,
  revokedAt: null,
};
export const exampleCreditsView = {
  teamId: exampleId,
  limited: true,
  granted: 1000,
  used: 7,
  remaining: 993,
  months: [{ month: '2026-01-01', apiKey: 'importer', used: 7 }],
};
export const exampleJob = {
  id: exampleId,
  teamId: exampleId,
  team: 'search',
  apiKeyId: exampleId,
  kind: 'crawl',
  state: 'scraping',
  url: 'https://example.com/',
  namedUrls: 1,
  completed: 40,
  failed: 2,
  queued: 55,
  leased: 3,
  creditsUsed: 40,
  error: null,
  erased: false,
  createdAt: at,
  completedAt: null,
  expiresAt: '2026-01-02T10:00:00.000Z',
};
export const exampleDelivery = {
  id: exampleId,
  jobId: exampleId,
  teamId: exampleId,
  team: 'search',
  sequence: 2,
  type: 'crawl.page',
  endpoint: 'receiver.example',
  state: 'pending',
  waitsFor: 'retry',
  behind: null,
  nextAttemptAt: '2026-01-01T10:01:05.000Z',
  attempts: 1,
  lastStatus: 503,
  lastError: 'The receiver answered with status 503.',
  createdAt: at,
};
export const exampleRedeliveredEvent = { id: exampleId, jobId: exampleId, waitsFor: 'place', behind: null };
export const exampleRedelivered = {
  redelivered: 12,
  jobs: [{ jobId: exampleId, teamId: exampleId, redelivered: 12 }],
  after: null,
};
export const exampleLeases = { expired: 0, nextExpiryAt: at, nextLeaseAt: at, settledAt: null };
export const exampleAudit = {
  id: 42,
  at,
  actor: { apiKeyId: exampleId, name: 'console', requestId: exampleId },
  action: 'team.set',
  teamId: exampleId,
  team: 'search',
  target: exampleId,
  changes: { maxConcurrency: { before: 10, after: 20 } },
};
export const exampleUsage = {
  day: '2026-01-01',
  teamId: exampleId,
  team: 'search',
  apiKeyId: exampleId,
  apiKey: 'importer',
  requests: 3,
  pages: 42,
  credits: 42,
};
