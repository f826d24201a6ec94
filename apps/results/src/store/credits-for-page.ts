import { costsExtraction, type DocumentMetadata, type ScrapeSpec } from '@orbweaver/core';

const PAGE_CREDITS = 1;
const STEALTH_CREDITS = 4;

/** Added for a page with an extraction or comparison by a language model. Summaries are free. */
const EXTRACTION_CREDITS = 4;

/** The price of a stored document of any status. `isEnriched`: the language model returned a requested extraction. */
export function creditsForPage(
  metadata: Pick<DocumentMetadata, 'proxyUsed' | 'numPages'>,
  spec: Pick<ScrapeSpec, 'pdf' | 'formats'>,
  isEnriched = false,
): number {
  const stealth = metadata.proxyUsed === 'stealth' ? STEALTH_CREDITS : 0;
  // One credit per page of a parsed PDF. An unparsed PDF counts as one page.
  const furtherPages = spec.pdf.parse ? Math.max(0, (metadata.numPages ?? 1) - 1) : 0;
  const extraction = isEnriched && costsExtraction(spec) ? EXTRACTION_CREDITS : 0;
  return PAGE_CREDITS + stealth + furtherPages + extraction;
}
