import { currentWork, noteIds } from '@orbweaver/messaging';
import { acceptJob, type Caller, type Database, type FreeCredits, type NewJob } from '@orbweaver/persistence';
import { ApiError } from '../errors/api-error';
import type { GatewayConfig } from '../gateway.config';
import { idempotencyKeyUsed } from './idempotency-key';

export function insufficientCredits(needed: number, { free, held }: FreeCredits): ApiError {
  const have = `the team has ${Math.max(free, 0)} that no running job needs`;
  const why =
    held === 0
      ? ''
      : `; ${held} are held for running jobs, for a crawl as many as its limit says until it ends, so that one with a lower limit holds fewer`;
  return new ApiError(402, `Insufficient credits: the request needs ${needed} or more, and ${have}${why}`);
}

/**
 * Inserts the job of a caller.
 * @returns the spec as it was accepted: the limit of a crawl may be lowered to the credits that are left
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
  const { teamId, keyId: apiKeyId } = caller;
  const accepted = await acceptJob(database, { teamId, apiKeyId, expiresAt, traceparent, ...job });
  if (accepted.kind === 'insufficient-credits') throw insufficientCredits(job.urls?.length ?? 1, accepted);
  if (accepted.kind === 'idempotency-key-used') throw idempotencyKeyUsed();
  return accepted.spec;
}
