import { type ContentCipher, ContentMissingError, type ContentPlace, UnknownKeyError } from '@orbweaver/object-store';
import type { CachedPage, NewCachedPage } from '@orbweaver/persistence';

type CachedPageId = Pick<NewCachedPage, 'key' | 'look' | 'verified' | 'succeeded'>;
type CacheColumn = Extract<ContentPlace['column'], `page_cache.${string}`>;

/** Not the time of the capture: an unchanged body keeps its bytes. */
const placeOf = (column: CacheColumn, { key, look, verified, succeeded }: CachedPageId): ContentPlace => ({
  column,
  row: [key, look, verified, succeeded].join(' '),
});

export function encryptCachedPage(cipher: ContentCipher, page: NewCachedPage): NewCachedPage {
  const { capture, body, screenshot } = page;
  return {
    ...page,
    capture: cipher.encryptJson(placeOf('page_cache.capture', page), capture),
    ...(body && { body: cipher.encrypt(placeOf('page_cache.body', page), body) }),
    ...(screenshot && { screenshot: cipher.encrypt(placeOf('page_cache.screenshot', page), screenshot) }),
  };
}

/** Undefined if the page cannot be decrypted, so that it is fetched and replaced. */
export function decryptCachedPage(cipher: ContentCipher, id: CachedPageId, page: CachedPage): CachedPage | undefined {
  try {
    const { body, screenshot } = page;
    const capture = cipher.decryptJson(placeOf('page_cache.capture', id), JSON.stringify(page.capture));
    return {
      ...page,
      capture: JSON.parse(capture),
      body: cipher.decrypt(placeOf('page_cache.body', id), body),
      screenshot: screenshot && cipher.decrypt(placeOf('page_cache.screenshot', id), screenshot),
    };
  } catch (error) {
    if (error instanceof ContentMissingError || error instanceof UnknownKeyError) return undefined;
    throw error;
  }
}
