import { costsExtraction, type DocumentMetadata, type ScrapeSpec } from '@orbweaver/core';

const PAGE_CREDITS = 1;
/** On top of the page, when the stealth proxy fetched it. */
const STEALTH_CREDITS = 4;

/** On top of the page, for what a language model extracted of it or found changed; a summary is free. */
const EXTRACTION_CREDITS = 4;

/**
 * The price of a stored document, whatever its status. A failed page costs nothing. `isEnriched`: the language model
 * gave an extraction that was asked of it.
 */
export function creditsForPage(
  metadata: Pick<DocumentMetadata, 'proxyUsed' | 'numPages'>,
  spec: Pick<ScrapeSpec, 'pdf' | 'formats'>,
  isEnriched = false,
): number {
  const stealth = metadata.proxyUsed === 'stealth' ? STEALTH_CREDITS : 0;
  // One credit a page of a parsed PDF; the first is the page itself. An unparsed PDF is one page.
  const furtherPages = spec.pdf.parse ? Math.max(0, (metadata.numPages ?? 1) - 1) : 0;
  const extraction = isEnriched && costsExtraction(spec) ? EXTRACTION_CREDITS : 0;
  return PAGE_CREDITS + stealth + furtherPages + extraction;
}
