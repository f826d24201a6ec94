import { isIP, type LookupFunction } from 'node:net';
import type { PageFailure } from '@orbweaver/core';
import type { EgressGuard, Resolver } from './egress-guard';

/** Carries a page's failure through the error channel of a socket. */
export class EgressError extends Error {
  override readonly name = 'EgressError';

  constructor(readonly failure: PageFailure) {
    super(failure.message);
  }
}

/**
 * A look-up function for `net.connect` to `port`: the socket gets only addresses that the guard has passed. Node does
 * not call it for address literals; assertLiteralAllowed covers those.
 */
export function guardedLookup(guard: EgressGuard, port: number): LookupFunction {
  return lookupBy(async (hostname) => {
    const resolution = await guard.resolve(hostname, port);
    if (resolution.kind === 'failed') throw new EgressError(resolution.failure);
    return resolution.addresses;
  });
}

/** A resolver in the form that `net.connect` takes. */
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

/**
 * Rejects with an EgressError when `hostname` is an address that the guard refuses. Names are left to guardedLookup.
 */
export async function assertLiteralAllowed(guard: EgressGuard, hostname: string, port: number): Promise<void> {
  if (isIP(hostname.replace(/^\[(.*)\]$/, '$1')) === 0) return;
  const resolution = await guard.resolve(hostname, port);
  if (resolution.kind === 'failed') throw new EgressError(resolution.failure);
}
