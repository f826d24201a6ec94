import type { ScrapeSpec } from '@orbweaver/core';
import { acceptJob, type Caller, type Database, type FreeCredits, type NewJob } from '@orbweaver/persistence';
import { ApiError } from '../errors/api-error';
import type { GatewayConfig } from '../gateway.config';
import { idempotencyKeyUsed } from './idempotency-key';

/** Characters of JSON. The spec is stored with the job and is part of the message of every page. */
const MAX_SPEC_SIZE = 512 * 1024;

/** @throws ApiError 400 */
export function checkSpecSize(spec: ScrapeSpec): void {
  const size = JSON.stringify(spec).length;
  if (size <= MAX_SPEC_SIZE) return;
  const message = `The scrape options are too large: ${size} characters of JSON, and ${MAX_SPEC_SIZE} at most`;
  throw new ApiError(400, message, { code: 'BAD_REQUEST' });
}

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
  job: Omit<NewJob, 'teamId' | 'apiKeyId' | 'expiresAt'>,
) {
  const expiresAt = new Date(Date.now() + JOB_TTL);
  const accepted = await acceptJob(database, { teamId: caller.teamId, apiKeyId: caller.keyId, expiresAt, ...job });
  if (accepted.kind === 'insufficient-credits') throw insufficientCredits(job.urls?.length ?? 1, accepted);
  if (accepted.kind === 'idempotency-key-used') throw idempotencyKeyUsed();
  return accepted.spec;
}
