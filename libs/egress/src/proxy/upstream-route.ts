import type { PageFailure } from '@orbweaver/core';
import type { LRUCache } from 'lru-cache';
import { assertAllowedByName } from '../address/assert-allowed-by-name';
import type { EgressGuard } from '../address/egress-guard';
import { explainFailure } from '../address/explain-failure';
import { assertLiteralAllowed } from '../address/guarded-lookup';
import type { UpstreamProxy } from '../proxy-pools/upstream-proxy';

/** What the proxy's connections share. */
export interface UpstreamRoute {
  guard: EgressGuard;
  /** Everything is sent on to this proxy; absent: straight to the targets. */
  upstream: UpstreamProxy | undefined;
  connectTimeoutMs: number;
  idleTimeoutMs: number;
  /** Targets whose responses the strict parser rejects, see targetOf. */
  malformedTargets: LRUCache<string, true>;
}

/**
 * Rejects with an EgressError when the target may not be reached. Names that we connect to ourselves are left to
 * guardedLookup.
 */
export async function assertMayPass({ guard, upstream }: UpstreamRoute, host: string, port: number): Promise<void> {
  await (upstream === undefined ? assertLiteralAllowed(guard, host, port) : assertAllowedByName(guard, host, port));
}

/** Marks the proxy's own responses; the value is the failure's reason. */
export const REFUSAL_HEADER = 'x-orbweaver-refusal';

export function connectFailure(error: unknown, host: string): PageFailure {
  const failure = explainFailure(error, { host, signal: undefined, skipTlsVerification: true, inBody: false });
  return failure ?? { reason: 'reset', message: `The connection failed: ${host}: ERR_CONNECTION_FAILED` };
}

/** 403: we refuse the target. 502: we could not reach it. */
export function refusalStatus(failure: PageFailure): 403 | 502 {
  return failure.reason === 'egress-denied' ? 403 : 502;
}

/** In the form of Node's own error, so that it is explained like one. */
export function connectTimeout(): Error {
  return Object.assign(new Error('No connection in the time given'), { code: 'ETIMEDOUT' });
}
