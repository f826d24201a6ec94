import { type ContentCipher, ContentMissingError } from '@orbweaver/object-store';

const DAMAGED = 'The metadata of this document is damaged in the store of the service. Scrape the page again';

/** The JSON of a DocumentMetadata. Altered metadata is replaced by an error, so that the other documents can be read. */
export function decryptMetadata(
  cipher: ContentCipher,
  { pageId, metadata }: { pageId: string; metadata: string },
): string {
  try {
    return cipher.decryptJson({ column: 'documents.metadata', row: pageId }, metadata);
  } catch (error) {
    if (!(error instanceof ContentMissingError)) throw error;
    return JSON.stringify({ sourceURL: '', url: '', statusCode: 0, scrapeId: pageId, creditsUsed: 0, error: DAMAGED });
  }
}
