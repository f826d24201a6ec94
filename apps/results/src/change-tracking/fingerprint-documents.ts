import { hash } from 'node:crypto';
import type { PageDocument } from '@orbweaver/contracts';
import type { DocumentContent } from '@orbweaver/core';
import type { EnrichedDocument } from '../enrichment/enriched-document';
import { fingerprintMarkdown } from './fingerprint-markdown';
import { unpackContent } from './unpack-content';

/** Fingerprints (hex) by page of the documents that are compared between runs of a schedule. Runs outside of transactions. */
export async function fingerprintDocuments(messages: readonly EnrichedDocument[]): Promise<Map<string, string>> {
  const fingerprints = new Map<string, string>();
  for (const { pageId, fingerprint: wanted, content } of messages) {
    if (wanted === undefined || content === undefined) continue;
    fingerprints.set(pageId, fingerprintOf(await unpackContent(pageId, content), wanted));
  }
  return fingerprints;
}

/** Of the markdown as in change tracking; without it, of all formats that do not change with each scrape. */
function fingerprintOf(content: DocumentContent, { frames }: NonNullable<PageDocument['fingerprint']>): string {
  const { markdown, changeTracking: _, warning: __, screenshot: ___, ...formats } = content;
  return markdown === undefined ? hash('sha256', JSON.stringify(formats)) : fingerprintMarkdown(markdown, frames);
}
