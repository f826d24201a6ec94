import type { PageDocument } from '@orbweaver/contracts';
import { type DocumentMetadata, type JobSpec, wantsFormat } from '@orbweaver/core';
import { plainHash } from '@orbweaver/persistence';

/** The key under which a later scrape with change tracking finds this document; null if it must not. */
export function plainHashOf(
  { url }: Pick<PageDocument, 'url'>,
  { cacheState }: DocumentMetadata,
  spec: JobSpec,
  teamId: string,
): bigint | null {
  // A cached copy may be older than the last version.
  if (cacheState === 'hit') return null;
  const hasMarkdown = wantsFormat(spec.scrape, 'markdown');
  if (!hasMarkdown || wantsFormat(spec.scrape, 'changeTracking')) return null;
  return plainHash(teamId, url, spec.kind === 'crawl' ? spec.scope : undefined);
}
