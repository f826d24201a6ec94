import { randomBytes } from 'node:crypto';
import { ContentCipher, ContentKey } from '@orbweaver/object-store';
import type { CachedPage, NewCachedPage } from '@orbweaver/persistence';
import { decryptCachedPage, encryptCachedPage } from './cached-page-cipher';

const keys = [new ContentKey(randomBytes(32)), new ContentKey(randomBytes(32))] as const;
const page: NewCachedPage = {
  key: 'ab'.repeat(32),
  look: 'viewport',
  verified: true,
  succeeded: true,
  url: 'https://a.test/',
  isPdf: false,
  capturedAt: new Date(),
  capture: { url: 'https://a.test/', headers: { 'content-type': 'text/html' } },
  body: Buffer.from('the body'),
  screenshot: Buffer.from('the picture'),
};

const storedAs = ({ capture, body, screenshot }: NewCachedPage): CachedPage => ({
  id: 'id',
  capturedAtMs: 0,
  capture,
  body: body!,
  screenshot: screenshot ?? null,
});

describe('encryptCachedPage', () => {
  it('encrypts capture, body and screenshot, and decryptCachedPage returns them', () => {
    const cipher = new ContentCipher([keys[0]]);
    const encrypted = encryptCachedPage(cipher, page);
    expect(JSON.stringify(encrypted.capture)).not.toContain('text/html');
    expect(Buffer.from(encrypted.body!).toString()).not.toContain('the body');
    expect(decryptCachedPage(cipher, page, storedAs(encrypted))).toEqual(storedAs(page));
  });

  it('gives the same body at another time, so that an unchanged one is not written again', () => {
    const cipher = new ContentCipher([keys[0]]);
    const again = { ...page, capturedAt: new Date(0) };
    expect(encryptCachedPage(cipher, again).body).toEqual(encryptCachedPage(cipher, page).body);
  });

  it('leaves a failure without body and screenshot as it is', () => {
    const { body: _, screenshot: __, ...failure } = page;
    expect(encryptCachedPage(new ContentCipher([keys[0]]), failure)).not.toHaveProperty('body');
    expect(encryptCachedPage(new ContentCipher(), page)).toEqual(page);
  });
});

describe('decryptCachedPage', () => {
  const stored = storedAs(encryptCachedPage(new ContentCipher([keys[0]]), page));

  it.each([
    ['an unknown key', new ContentCipher([keys[1]]), page, stored],
    ['no key', new ContentCipher(), page, stored],
    ['a page that was moved', new ContentCipher([keys[0]]), { ...page, key: 'cd'.repeat(32) }, stored],
    [
      'an exchanged screenshot',
      new ContentCipher([keys[0]]),
      page,
      { ...stored, screenshot: stored.body, body: stored.screenshot! },
    ],
  ])('returns nothing for %s, so that the page is fetched', (_, cipher, id, row) => {
    expect(decryptCachedPage(cipher, id, row)).toBeUndefined();
  });
});
