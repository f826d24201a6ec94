import { isIP, type LookupFunction } from 'node:net';
import type { PageFailure } from '@orbweaver/core';
import type { EgressGuard } from './egress-guard';

/** Carries a page's failure through the error channel of a socket. */
export class EgressError extends Error {
  override readonly name = 'EgressError';

  constructor(readonly failure: PageFailure) {
    super(failure.message);
  }
}

/**
 * The look-up for `net.connect`: the socket gets addresses that the guard has passed, and no others.
 * Node does not ask it for address literals; assertLiteralAllowed does that part.
 */
export function guardedLookup(guard: EgressGuard): LookupFunction {
  return (hostname, options, callback) => {
    void guard.resolve(hostname).then((resolution) => {
      if (resolution.kind === 'failed') return callback(new EgressError(resolution.failure), []);
      const wanted = options.family === 4 || options.family === 6 ? options.family : undefined;
      const addresses = resolution.addresses.filter(({ family }) => wanted === undefined || family === wanted);
      const first = addresses[0] ?? resolution.addresses[0];
      if (options.all) callback(null, addresses.length > 0 ? addresses : [first]);
      else callback(null, first.address, first.family);
    });
  };
}

/** Rejects with an EgressError when `hostname` is an address that the guard refuses. Names are left to guardedLookup. */
export async function assertLiteralAllowed(guard: EgressGuard, hostname: string): Promise<void> {
  if (isIP(hostname.replace(/^\[(.*)\]$/, '$1')) === 0) return;
  const resolution = await guard.resolve(hostname);
  if (resolution.kind === 'failed') throw new EgressError(resolution.failure);
}
