import type { PageDocument } from '@orbweaver/contracts';
import { type JobSpec, wantsFormat } from '@orbweaver/core';
import { plainHash } from '@orbweaver/persistence';

/**
 * Under which a document that asks for no change tracking is found by a later scrape that does; null for one that is
 * not to be found.
 */
export function plainHashOf(
  { url, zeroDataRetention }: Pick<PageDocument, 'url' | 'zeroDataRetention'>,
  spec: JobSpec,
  teamId: string,
): bigint | null {
  const hasMarkdown = wantsFormat(spec.scrape, 'markdown');
  if (zeroDataRetention || !hasMarkdown || wantsFormat(spec.scrape, 'changeTracking')) return null;
  return plainHash(teamId, url, spec.kind === 'crawl' && !spec.scope.deduplicateSimilarURLs);
}
