import { portOf } from '@orbweaver/core';
import type { EgressGuard } from '@orbweaver/egress';

/**
 * Whether the guard refuses one of the hosts now. A host that no longer resolves is not refused: its cached page is
 * still an answer.
 */
export async function hasClosedHost(guard: EgressGuard, urls: readonly string[]): Promise<boolean> {
  const hosts = new Map(urls.map((url) => [new URL(url).host, new URL(url)]));
  const resolutions = await Promise.all([...hosts.values()].map((url) => guard.resolve(url.hostname, portOf(url))));
  return resolutions.some((found) => found.kind === 'failed' && found.failure.cause !== 'unresolved');
}
