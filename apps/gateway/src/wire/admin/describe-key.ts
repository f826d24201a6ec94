import type { KeyOverview } from '@orbweaver/persistence';

export const describeKey = ({ createdAt, lastUsedAt, expiresAt, revokedAt, ...key }: KeyOverview) => ({
  ...key,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
  expiresAt: expiresAt?.toISOString() ?? null,
  revokedAt: revokedAt?.toISOString() ?? null,
});
