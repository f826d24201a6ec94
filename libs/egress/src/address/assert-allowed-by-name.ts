import type { EgressGuard } from './egress-guard';
import { EgressError } from './guarded-lookup';

/**
 * For targets that a proxy connects to. Rejects with an EgressError when the guard refuses the host. A name that is not
 * known here may be known where the proxy stands: what it finds there, the proxy has to judge itself.
 */
export async function assertAllowedByName(guard: EgressGuard, hostname: string, port: number): Promise<void> {
  const resolution = await guard.resolve(hostname, port);
  if (resolution.kind === 'addresses') return;
  // By definition (RFC 6761) the machine that resolves the name, which would be the proxy's.
  const isLocal = /(?:^|\.)localhost\.?$/i.test(hostname);
  if (resolution.cause !== 'unresolved' || isLocal) throw new EgressError(resolution.failure);
}
