import type { ScrapeSpec } from '@orbweaver/core';
import type { DocumentWriter, ScrapedHit } from './search-submission';

/** The JSON of a hit followed by the fields of its document, or by the reason why it has none. */
export async function writeHit(
  fields: object,
  { url, document, failure }: ScrapedHit,
  { version, spec }: { version: DocumentWriter; spec: ScrapeSpec | undefined },
): Promise<Buffer> {
  if (document !== undefined && spec !== undefined) return join(fields, await version.writeDocument(document, spec));
  if (failure === undefined) return Buffer.from(JSON.stringify(fields));
  const { code, message } = failure;
  // Clients require these fields in the metadata of a document.
  const metadata = { sourceURL: url, statusCode: 0, error: message, ...(code === undefined ? {} : { code }) };
  return Buffer.from(JSON.stringify({ ...fields, metadata }));
}

/** One object with the members of both. */
function join(fields: object, document: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${JSON.stringify(fields).slice(0, -1)},`), document.subarray(1)]);
}

/** A JSON list. */
export function listJson(items: readonly Buffer[]): Buffer {
  const parts = items.flatMap((item, index) => (index === 0 ? [item] : [COMMA, item]));
  return Buffer.concat([Buffer.from('['), ...parts, Buffer.from(']')]);
}

const COMMA = Buffer.from(',');
