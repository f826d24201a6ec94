import type { EgressGuard } from './egress-guard';
import { EgressError } from './guarded-lookup';

/**
 * For targets that a proxy connects to. Rejects with an EgressError when the guard refuses the host. A name that is
 * unknown here may be known at the proxy, which must then judge the address itself.
 */
export async function assertAllowedByName(guard: EgressGuard, hostname: string, port: number): Promise<void> {
  const resolution = await guard.resolve(hostname, port);
  if (resolution.kind === 'addresses') return;
  // By definition (RFC 6761) localhost is the machine that resolves the name, here the proxy.
  const isLocal = /(?:^|\.)localhost\.?$/i.test(hostname);
  if (resolution.failure.cause !== 'unresolved' || isLocal) throw new EgressError(resolution.failure);
}
