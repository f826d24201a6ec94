import type { BatchUrl, JobSpec, WebhookSpec } from '@orbweaver/core';
import type { Database } from '../database';
import { takeIdempotencyKey } from './take-idempotency-key';

export interface NewJob {
  id: string;
  teamId: string;
  spec: JobSpec;
  origin: string;
  integration?: string;
  webhook?: WebhookSpec;
  expiresAt: Date;
  /** The first URL list; batches only. */
  urls?: readonly BatchUrl[];
  /** A UUID. */
  idempotencyKey?: string;
}

/**
 * Stores a job with its first URL list in one transaction; from then on it exists, whatever becomes of messages.
 * Answers false, with nothing stored, when the idempotency key was used before.
 */
export function acceptJob(database: Database, job: NewJob): Promise<boolean> {
  return database.$transaction(async (transaction) => {
    const { idempotencyKey } = job;
    const fresh =
      idempotencyKey === undefined ||
      (await takeIdempotencyKey(transaction, { teamId: job.teamId, key: idempotencyKey, jobId: job.id }));
    if (!fresh) return false;
    await transaction.$executeRaw`
      INSERT INTO jobs (id, team_id, kind, spec, origin, integration, webhook, expires_at)
      VALUES (${job.id}::uuid, ${job.teamId}::uuid, ${job.spec.kind}, ${JSON.stringify(job.spec)}::jsonb, ${job.origin},
              ${job.integration ?? null}, ${job.webhook === undefined ? null : JSON.stringify(job.webhook)}::jsonb,
              ${job.expiresAt}::timestamptz)`;
    if (job.urls !== undefined) {
      await transaction.$executeRaw`
        INSERT INTO job_url_lists (job_id, position, urls)
        VALUES (${job.id}::uuid, 0, ${JSON.stringify(job.urls)}::jsonb)`;
    }
    return true;
  });
}
