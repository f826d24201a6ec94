const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

/**
 * Joins the JSON of a document without parsing ten megabytes on the event loop: inserts the metadata before the last
 * brace of the content.
 * @param content UTF-8 JSON of a DocumentContent
 * @param metadata JSON of a DocumentMetadata
 * @throws Error if the content is not a JSON object
 */
export function documentJson(content: Uint8Array, metadata: string): [Uint8Array, Uint8Array] {
  if (content.at(0) !== OPENING_BRACE || content.at(-1) !== CLOSING_BRACE) {
    throw new Error('a stored document is not a JSON object');
  }
  const comma = content.length > 2 ? ',' : '';
  return [content.subarray(0, -1), new TextEncoder().encode(`${comma}"metadata":${metadata}}`)];
}
