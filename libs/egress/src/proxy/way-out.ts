import type { PageFailure } from '@orbweaver/core';
import type { EgressGuard } from '../address/egress-guard';
import { explainFailure } from '../http/explain-failure';

/** What the proxy's connections share. */
export interface WayOut {
  guard: EgressGuard;
  connectTimeoutMs: number;
  idleTimeoutMs: number;
  reached(host: string): void;
  refused(host: string, failure: PageFailure): void;
}

/** Stands in the answers of the proxy that do not come from the site; its value is the failure's reason. */
export const REFUSAL_HEADER = 'x-orbweaver-refusal';

export function connectFailure(error: unknown, host: string): PageFailure {
  const failure = explainFailure(error, { host, signal: undefined, skipTlsVerification: true, inBody: false });
  return failure ?? { reason: 'reset', message: `The connection failed: ${host}: ERR_CONNECTION_FAILED` };
}

/** 403 says that we refuse the target, 502 that we could not reach it. */
export function refusalStatus(failure: PageFailure): 403 | 502 {
  return failure.reason === 'egress-denied' ? 403 : 502;
}

/** As Node's own error for it, so that it is explained like one. */
export function connectTimeout(): Error {
  return Object.assign(new Error('No connection in the time given'), { code: 'ETIMEDOUT' });
}
