import type http from 'node:http';
import type { SecureContext } from 'node:tls';
import type { PageFailure } from '@orbweaver/core';
import type { LRUCache } from 'lru-cache';
import { assertAllowedByName } from '../address/assert-allowed-by-name';
import type { EgressGuard } from '../address/egress-guard';
import { explainFailure } from '../address/explain-failure';
import { assertLiteralAllowed } from '../address/guarded-lookup';
import type { UpstreamProxy } from '../proxy-pools/upstream-proxy';

export interface UpstreamRoute {
  guard: EgressGuard;
  secureContext: SecureContext | undefined;
  upstream: UpstreamProxy | undefined;
  agent: http.Agent;
  /** Reports that the connection to the target failed. */
  failed(failure: PageFailure): void;
  connectTimeoutMs: number;
  idleTimeoutMs: number;
  /** Targets that the strict parser rejects; see targetOf. */
  malformedTargets: LRUCache<string, true>;
}

/** @throws EgressError if the target is blocked. guardedLookup checks names of direct connections. */
export async function assertMayPass(
  { guard, upstream }: Pick<UpstreamRoute, 'guard' | 'upstream'>,
  host: string,
  port: number,
): Promise<void> {
  await (upstream === undefined ? assertLiteralAllowed(guard, host, port) : assertAllowedByName(guard, host, port));
}

/** Marks the proxy's own responses with the failure's reason. */
export const REFUSAL_HEADER = 'x-orbweaver-refusal';

export function connectFailure(error: unknown, host: string): PageFailure {
  const failure = explainFailure(error, { host, signal: undefined, skipTlsVerification: true, inBody: false });
  return failure ?? { reason: 'reset', message: `The connection failed: ${host}: ERR_CONNECTION_FAILED` };
}

/** 403: blocked. 502: unreachable. */
export function refusalStatus(failure: PageFailure): 403 | 502 {
  return failure.reason === 'egress-denied' ? 403 : 502;
}

export function connectTimeout(): Error {
  return Object.assign(new Error('The connection timed out'), { code: 'ETIMEDOUT' });
}
