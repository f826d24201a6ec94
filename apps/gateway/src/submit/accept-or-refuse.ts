import { keyOfFormat, needsModelOnly, type ScrapeSpec } from '@orbweaver/core';
import { currentWork, noteIds } from '@orbweaver/messaging';
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

/** @param what is not possible without one, as the subject of a sentence */
export function modelMissing(what: string): ApiError {
  const message = `${what} needs a language model, and none is configured: set LLM_BASE_URL and LLM_MODEL`;
  return new ApiError(400, message, { code: 'MODEL_NOT_CONFIGURED' });
}

/**
 * Refuses a request of which nothing can be given. Beside other formats those of the model are left out with a warning.
 *
 * @throws ApiError 400
 */
export function checkModelWork(
  spec: ScrapeSpec,
  { hasModel, zeroDataRetention }: { hasModel: boolean; zeroDataRetention: boolean },
): void {
  if (!needsModelOnly(spec)) return;
  const formats = `The format ${spec.formats.map(keyOfFormat).join(' and the format ')}`;
  if (zeroDataRetention) {
    throw new ApiError(
      400,
      `${formats} cannot be given with zero data retention: a language model would see the page`,
      {
        code: 'SCRAPE_ZDR_VIOLATION_ERROR',
      },
    );
  }
  if (!hasModel) throw modelMissing(formats);
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
