import type { JobOverview } from '@orbweaver/persistence';

const iso = (at: Date | null) => at?.toISOString() ?? null;

export const describeJob = ({ isErased, url, createdAt, completedAt, expiresAt, ...job }: JobOverview) => ({
  ...job,
  url: url || null,
  erased: isErased,
  createdAt: createdAt.toISOString(),
  completedAt: iso(completedAt),
  expiresAt: expiresAt.toISOString(),
});
