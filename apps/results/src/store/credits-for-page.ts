import type { DocumentMetadata, ScrapeSpec } from '@orbweaver/core';

const PAGE_CREDITS = 1;
/** On top of the page, when the stealth proxy fetched it. */
const STEALTH_CREDITS = 4;

/** The price of a stored document, whatever its status. A failed page costs nothing. */
export function creditsForPage(
  metadata: Pick<DocumentMetadata, 'proxyUsed' | 'numPages'>,
  spec: Pick<ScrapeSpec, 'pdf'>,
): number {
  const stealth = metadata.proxyUsed === 'stealth' ? STEALTH_CREDITS : 0;
  // One credit a page of a parsed PDF; the first is the page itself. An unparsed PDF is one page.
  const furtherPages = spec.pdf.parse ? Math.max(0, (metadata.numPages ?? 1) - 1) : 0;
  return PAGE_CREDITS + stealth + furtherPages;
}
