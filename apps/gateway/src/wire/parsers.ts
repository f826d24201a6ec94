import type { ScrapeSpec } from '@orbweaver/core';
import { z } from 'zod';
import { absentField, refusingParser } from './absent-features';
import { listOf } from './bounds';

/** Repeating the only parser is harmless. */
const MAX_PARSERS = 20;

export const Parser = z.union([
  z.literal('pdf', refusingParser),
  z.strictObject({
    type: z.literal('pdf', refusingParser),
    mode: z.enum(['fast', 'auto', 'ocr']).optional().describe('Only the text layer is parsed; `ocr` adds a `warning`'),
    maxPages: z.int().min(1).max(10_000).optional().describe('Maximum number of pages to parse and bill'),
    pages: absentField('Separate Markdown per page'),
    pageMarkdown: absentField('Separate Markdown per page'),
    pageMarkers: absentField('Page markers'),
    blocks: absentField('Layout blocks'),
  }),
]);

export const Parsers = listOf(Parser, MAX_PARSERS);

export const parsersShape = {
  parsers: Parsers.default(['pdf']).describe(
    '`pdf`: convert PDFs to Markdown, 1 credit per page. An empty list returns the PDF as base64, 1 credit',
  ),
};

/** Missing features that concern the content of pages and files. */
export const absentContentShape = {
  redactPII: absentField('Redacting personal data'),
  checkPromptInjection: absentField('Checking for prompt injection'),
  onlyCleanContent: absentField('Cleaning content by a language model'),
};

export const auditMetadata = absentField('Keeping audit metadata');

export function toPdf(parsers: z.output<typeof Parsers>): ScrapeSpec['pdf'] {
  const { maxPages, mode } = parsers.find((parser) => typeof parser === 'object') ?? {};
  return {
    parse: parsers.length > 0,
    ...(maxPages === undefined ? {} : { maxPages }),
    ...(mode === undefined ? {} : { mode }),
  };
}
