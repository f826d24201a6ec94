import { gunzipSync } from 'node:zlib';
import type { DocumentContent, FormatType, ScrapeSpec } from '@orbweaver/core';
import type { Capture, Extraction, ExtractionOptions } from '../src/capture';
import { extractPage } from '../src/extract-page';
import { captureOf, scrapeSpec } from './scrape-spec';

/** For a page fetched without a browser. */
export const fetched: ExtractionOptions = { wantsDocument: true, wantsOutlinks: true, detectShell: true };

export function formats(...types: FormatType[]): Partial<ScrapeSpec> {
  return { formats: types.map((type) => ({ type }) as ScrapeSpec['formats'][number]) };
}

/** The extraction, which must be a document, with its content unpacked. */
export function expectDocument(extraction: Extraction) {
  if (extraction.kind !== 'document') throw new Error(`no document: ${JSON.stringify(extraction)}`);
  const json = gunzipSync(extraction.content);
  expect(extraction.jsonBytes).toBe(json.byteLength);
  return { ...extraction, content: JSON.parse(json.toString()) as DocumentContent };
}

export async function extractDocument(
  body: string | Uint8Array,
  spec: Partial<ScrapeSpec> = {},
  capture: Partial<Capture> = {},
) {
  return expectDocument(await extractPage(captureOf(body, capture), scrapeSpec(spec), fetched));
}
