import { currentWork, noteIds } from '@orbweaver/messaging';
import { acceptJob, type Caller, type Database, type NewJob } from '@orbweaver/persistence';
import { maxJobLifetime } from '@orbweaver/platform';
import { ApiError } from '../errors/api-error';
import { insufficientCredits } from '../errors/insufficient-credits';
import type { GatewayConfig } from '../gateway.config';
import { idempotencyKeyUsed } from './idempotency-key';

const HOUR_MS = 3_600_000;

/** Another gateway started the run of the schedule, or it was deleted. */
export class RunNotDueError extends Error {
  override readonly name = 'RunNotDueError';
}

type Lifetimes = Pick<GatewayConfig, 'JOB_TTL' | 'JOB_TTL_MAX'>;

/** In ms: of the request, else of the team, else JOB_TTL. @throws ApiError 400 for an expiry above the maximum */
export function lifetimeOf(
  expiresInHours: number | undefined,
  { retentionHours }: Pick<Caller, 'retentionHours'>,
  config: Lifetimes,
): number {
  const maxMs = maxJobLifetime(config);
  if (expiresInHours === undefined) {
    // The maximum may have been lowered since the team's retention was set.
    return retentionHours === null ? config.JOB_TTL : Math.min(retentionHours * HOUR_MS, maxMs);
  }
  const ttlMs = expiresInHours * HOUR_MS;
  if (ttlMs <= maxMs) return ttlMs;
  throw new ApiError(400, `expiresInHours exceeds the lifetime of jobs in this installation (${maxMs / HOUR_MS} h)`);
}

/**
 * Inserts a job. Lowers the limit of a crawl to the available credits.
 * @returns the accepted spec
 * @throws ApiError 400 for an expiry above the maximum, 402 without credits, 409 for a used idempotency key
 */
export async function acceptOrRefuse(
  database: Database,
  config: Lifetimes,
  caller: Caller,
  {
    expiresInHours,
    ...job
  }: Omit<NewJob, 'teamId' | 'apiKeyId' | 'expiresAt' | 'erasesAtExpiry' | 'traceparent'> & {
    expiresInHours?: number | undefined;
  },
) {
  noteIds({ jobId: job.id });
  const ttlMs = lifetimeOf(expiresInHours, caller, config);
  const expiresAt = new Date(Date.now() + ttlMs);
  const traceparent = currentWork()?.trace?.traceparent;
  const { teamId, keyId: apiKeyId, hosts } = caller;
  const spec = hosts === undefined ? job.spec : { ...job.spec, scrape: { ...job.spec.scrape, hosts } };
  const accepted = await acceptJob(database, {
    teamId,
    apiKeyId,
    expiresAt,
    erasesAtExpiry: ttlMs < config.JOB_TTL,
    traceparent,
    ...job,
    spec,
  });
  if (accepted.kind === 'insufficient-credits') throw insufficientCredits(accepted);
  if (accepted.kind === 'idempotency-key-used') throw idempotencyKeyUsed();
  if (accepted.kind === 'run-not-due') throw new RunNotDueError();
  return accepted.spec;
}
