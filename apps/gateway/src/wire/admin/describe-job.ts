import type { JobOverview } from '@orbweaver/persistence';

const iso = (at: Date | null) => at?.toISOString() ?? null;

export const describeJob = ({ isErased: _, createdAt, completedAt, expiresAt, ...job }: JobOverview) => ({
  ...job,
  createdAt: createdAt.toISOString(),
  completedAt: iso(completedAt),
  expiresAt: expiresAt.toISOString(),
});
