import type { WebhookDeliveryView } from '@orbweaver/persistence';

export function describeDelivery(delivery: WebhookDeliveryView) {
  const { pageId, deliveredAt, waitsFor, behind, nextAttemptAt, lastStatus, lastError, log, createdAt, ...rest } =
    delivery;
  return {
    ...rest,
    createdAt: createdAt.toISOString(),
    ...(pageId === null ? {} : { pageId }),
    ...(deliveredAt === null ? {} : { deliveredAt: deliveredAt.toISOString() }),
    ...(waitsFor === null ? {} : { waitsFor }),
    ...(behind === null ? {} : { behind }),
    ...(nextAttemptAt === null ? {} : { nextAttemptAt: nextAttemptAt.toISOString() }),
    ...(lastStatus === null ? {} : { lastStatus }),
    ...(lastError === null ? {} : { lastError }),
    log: log.map(({ startedAt, status, error, ...attempt }) => ({
      ...attempt,
      startedAt: startedAt.toISOString(),
      ...(status === null ? {} : { status }),
      ...(error === null ? {} : { error }),
    })),
  };
}
