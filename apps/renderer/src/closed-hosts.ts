import type { EgressGuard } from '@orbweaver/egress';

/**
 * Whether the guard refuses one of the pages' hosts by now. A host that does not resolve any more is not refused: what
 * was kept of it is still an answer.
 */
export async function hasClosedHost(guard: EgressGuard, urls: readonly string[]): Promise<boolean> {
  const hosts = new Set(urls.map((url) => new URL(url).hostname));
  const resolutions = await Promise.all([...hosts].map((host) => guard.resolve(host)));
  return resolutions.some((found) => found.kind === 'failed' && found.failure.reason === 'egress-denied');
}
