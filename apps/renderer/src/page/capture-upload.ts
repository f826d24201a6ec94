import type { RenderPage } from '@orbweaver/contracts';
import type { Capture } from '@orbweaver/extraction';

/** The bytes decide what a file is; its declared type only chooses among kinds of text. */
const TEXT_TYPES = /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|xml|yaml|x-yaml|javascript|toml|sql)\b)/i;

/** The uploaded file as if it had been fetched; undefined if the page is not an upload. */
export function captureUpload({ upload, uploadBody, url, sourceUrl }: RenderPage): Capture | undefined {
  if (upload === undefined) return undefined;
  const { contentType = '' } = upload;
  return {
    url,
    sourceUrl,
    status: 200,
    headers: TEXT_TYPES.test(contentType) ? { 'content-type': contentType } : {},
    body: uploadBody ?? new Uint8Array(),
    engine: 'http',
    proxyUsed: 'basic',
    isUpload: true,
  };
}
