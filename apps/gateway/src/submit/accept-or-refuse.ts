import { currentWork, noteIds } from '@orbweaver/messaging';
import { acceptJob, type Caller, type Database, type NewJob } from '@orbweaver/persistence';
import { insufficientCredits } from '../errors/insufficient-credits';
import type { GatewayConfig } from '../gateway.config';
import { idempotencyKeyUsed } from './idempotency-key';

/** Another gateway started the run of the schedule, or it was deleted. */
export class RunNotDueError extends Error {
  override readonly name = 'RunNotDueError';
}

/**
 * Inserts a job. Lowers the limit of a crawl to the available credits.
 * @returns the accepted spec
 * @throws ApiError 402 without credits, 409 for a used idempotency key
 */
export async function acceptOrRefuse(
  database: Database,
  { JOB_TTL }: Pick<GatewayConfig, 'JOB_TTL'>,
  caller: Caller,
  job: Omit<NewJob, 'teamId' | 'apiKeyId' | 'expiresAt' | 'traceparent'>,
) {
  noteIds({ jobId: job.id });
  const expiresAt = new Date(Date.now() + JOB_TTL);
  const traceparent = currentWork()?.trace?.traceparent;
  const { teamId, keyId: apiKeyId, hosts } = caller;
  const spec = hosts === undefined ? job.spec : { ...job.spec, scrape: { ...job.spec.scrape, hosts } };
  const accepted = await acceptJob(database, { teamId, apiKeyId, expiresAt, traceparent, ...job, spec });
  if (accepted.kind === 'insufficient-credits') throw insufficientCredits(accepted);
  if (accepted.kind === 'idempotency-key-used') throw idempotencyKeyUsed();
  if (accepted.kind === 'run-not-due') throw new RunNotDueError();
  return accepted.spec;
}
