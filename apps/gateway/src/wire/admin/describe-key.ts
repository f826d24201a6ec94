import type { KeyOverview } from '@orbweaver/persistence';

export const describeKey = ({ createdAt, lastUsedAt, revokedAt, ...key }: KeyOverview) => ({
  ...key,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
  revokedAt: revokedAt?.toISOString() ?? null,
});
