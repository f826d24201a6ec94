import { isIP, type LookupFunction } from 'node:net';
import type { PageFailure } from '@orbweaver/core';
import type { EgressGuard, Resolver } from './egress-guard';

export class EgressError extends Error {
  override readonly name = 'EgressError';

  constructor(readonly failure: PageFailure) {
    super(failure.message);
  }
}

/**
 * A lookup function for `net.connect` that returns only allowed addresses. Node skips it for address literals; use
 * assertLiteralAllowed for those.
 */
export function guardedLookup(guard: EgressGuard, port: number): LookupFunction {
  return lookupBy(async (hostname) => {
    const resolution = await guard.resolve(hostname, port);
    if (resolution.kind === 'failed') throw new EgressError(resolution.failure);
    return resolution.addresses;
  });
}

export function lookupBy(resolve: Resolver): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname).then(
      (found) => {
        const wanted = options.family === 4 || options.family === 6 ? options.family : undefined;
        const ofFamily = found.filter(({ family }) => wanted === undefined || family === wanted);
        const addresses = ofFamily.length > 0 ? ofFamily : found;
        if (options.all) callback(null, addresses);
        else callback(null, addresses[0]?.address ?? '', addresses[0]?.family);
      },
      (error: Error) => callback(error, []),
    );
  };
}

/** Checks address literals only; guardedLookup checks names. @throws EgressError if the address is blocked */
export async function assertLiteralAllowed(guard: EgressGuard, hostname: string, port: number): Promise<void> {
  if (isIP(hostname.replace(/^\[(.*)\]$/, '$1')) === 0) return;
  const resolution = await guard.resolve(hostname, port);
  if (resolution.kind === 'failed') throw new EgressError(resolution.failure);
}
