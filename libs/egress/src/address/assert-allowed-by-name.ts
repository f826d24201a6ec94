import type { EgressGuard } from './egress-guard';
import { EgressError } from './guarded-lookup';

/**
 * For targets that a proxy connects to. Names without an address here may be known to the proxy, which must check the
 * address itself.
 * @throws EgressError if the guard blocks the host
 */
export async function assertAllowedByName(guard: EgressGuard, hostname: string, port: number): Promise<void> {
  const resolution = await guard.resolve(hostname, port);
  if (resolution.kind === 'addresses') return;
  // localhost is the machine that resolves the name (RFC 6761), here the proxy.
  const isLocal = /(?:^|\.)localhost\.?$/i.test(hostname);
  if (resolution.failure.cause !== 'unresolved' || isLocal) throw new EgressError(resolution.failure);
}
