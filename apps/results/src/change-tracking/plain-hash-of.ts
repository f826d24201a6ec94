import type { PageDocument } from '@orbweaver/contracts';
import { type DocumentMetadata, type JobSpec, wantsFormat } from '@orbweaver/core';
import { plainHash } from '@orbweaver/persistence';

/**
 * Under which a document that asks for no change tracking is found by a later scrape that does; null for one that is
 * not to be found.
 */
export function plainHashOf(
  { url }: Pick<PageDocument, 'url'>,
  { cacheState }: DocumentMetadata,
  spec: JobSpec,
  teamId: string,
): bigint | null {
  // Nobody looked at the page then: what was kept of it may be older than the version.
  if (cacheState === 'hit') return null;
  const hasMarkdown = wantsFormat(spec.scrape, 'markdown');
  if (!hasMarkdown || wantsFormat(spec.scrape, 'changeTracking')) return null;
  return plainHash(teamId, url, spec.kind === 'crawl' ? spec.scope : undefined);
}
