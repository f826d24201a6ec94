import { randomBytes } from 'node:crypto';
import { StoreUnavailableError } from '@orbweaver/core';
import { ContentCipher, ContentKey } from '@orbweaver/object-store';
import { decryptMetadata } from './decrypt-metadata';

const cipher = new ContentCipher([new ContentKey(randomBytes(32))]);
const metadata = { title: 'Page', scrapeId: 'page-1' };
const stored = JSON.stringify(cipher.encryptJson({ column: 'documents.metadata', row: 'page-1' }, metadata));

describe('decryptMetadata', () => {
  it.each([
    ['encrypted metadata', stored],
    ['metadata that was stored without encryption', JSON.stringify(metadata)],
  ])('returns the JSON of %s', (_, text) => {
    expect(decryptMetadata(cipher, { pageId: 'page-1', metadata: text })).toBe(JSON.stringify(metadata));
  });

  it('replaces metadata of another page by an error', () => {
    const text = decryptMetadata(cipher, { pageId: 'page-2', metadata: stored });
    expect(JSON.parse(text)).toMatchObject({ scrapeId: 'page-2', error: expect.stringContaining('is damaged') });
    expect(text).not.toContain('Page');
  });

  it('rejects metadata of an unknown key', () => {
    expect(() => decryptMetadata(new ContentCipher(), { pageId: 'page-1', metadata: stored })).toThrow(
      StoreUnavailableError,
    );
  });
});
