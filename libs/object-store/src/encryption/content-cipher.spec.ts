import { randomBytes } from 'node:crypto';
import { inspect } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import { PoisonedInputError, StoreUnavailableError } from '@orbweaver/core';
import { ContentMissingError } from '../content-store';
import { ContentCipher, type ContentPlace, type DecryptionFailure, UnknownKeyError } from './content-cipher';
import { ContentKey } from './content-key';

const newKey = () => new ContentKey(randomBytes(32));
const [older, newer] = [newKey(), newKey()];
const place: ContentPlace = { column: 'documents.content', row: 'page-1' };
const packed = gzipSync('{"markdown":"the marker of the page"}');

describe('ContentCipher', () => {
  it.each([0, 1, 1000, 300_000])('returns an encrypted content of %i bytes', (bytes) => {
    const content = randomBytes(bytes);
    const cipher = new ContentCipher([newer]);
    const stored = Buffer.from(cipher.encrypt(place, content));
    expect(stored.byteLength).toBe(bytes + 53);
    if (bytes >= 1000) expect(stored.includes(content.subarray(0, 16))).toBe(false);
    expect(Buffer.compare(cipher.decrypt(place, stored), content)).toBe(0);
  });

  it('gives the same bytes for the same content in the same row, and others otherwise', () => {
    const encrypt = (at: ContentPlace, content: Uint8Array, key = newer) =>
      Buffer.from(new ContentCipher([key]).encrypt(at, content)).toString('hex');
    const first = encrypt(place, packed);
    expect(encrypt(place, packed)).toBe(first);
    const others = [
      encrypt({ ...place, row: 'page-2' }, packed),
      encrypt({ ...place, column: 'page_history.markdown' }, packed),
      encrypt(place, gzipSync('{}')),
      encrypt(place, packed, older),
    ];
    expect(new Set([first, ...others].map((hex) => hex.slice(26, 26 + 48))).size).toBe(5);
  });

  it('encrypts with the first key and decrypts with all', () => {
    const before = new ContentCipher([older]).encrypt(place, packed);
    const rotated = new ContentCipher([newer, older]);
    expect(gunzipSync(rotated.decrypt(place, before)).toString()).toContain('the marker');
    const after = rotated.encrypt(place, packed);
    expect(new ContentCipher([newer]).decrypt(place, after)).toEqual(packed);
    expect(() => new ContentCipher([older]).decrypt(place, after)).toThrow(StoreUnavailableError);
  });

  it('returns contents that were stored without encryption', () => {
    const cipher = new ContentCipher([newer]);
    expect(cipher.decrypt(place, packed)).toBe(packed);
    expect(cipher.decryptJson(place, '{"title":"plain"}')).toBe('{"title":"plain"}');
    expect(new ContentCipher().encrypt(place, packed)).toBe(packed);
  });

  const failuresOf = (keys: readonly ContentKey[], at: ContentPlace, stored: Uint8Array) => {
    const failures: DecryptionFailure[] = [];
    const cipher = new ContentCipher(keys, (failure) => failures.push(failure));
    return { decrypt: () => cipher.decrypt(at, stored), failures };
  };

  it.each([[[]], [[older]]])('reports an unknown key as an unavailable store, with its id', (keys) => {
    const stored = new ContentCipher([newer]).encrypt(place, packed);
    const { decrypt, failures } = failuresOf(keys, place, stored);
    expect(decrypt).toThrow(`encrypted with the key ${newer.id}, which is not in ENCRYPTION_KEYS`);
    expect(decrypt).toThrow(UnknownKeyError);
    expect(decrypt).toThrow(StoreUnavailableError);
    expect(failures[0]).toEqual({ ...place, reason: 'unknown_key', keyId: newer.id });
  });

  it.each([
    ['nonce', 13],
    ['authentication tag', 37],
    ['first byte', 53],
    ['last byte', packed.byteLength + 52],
  ])('rejects a content with an altered %s', (_, at) => {
    const stored = Buffer.from(new ContentCipher([newer]).encrypt(place, packed));
    stored[at]! ^= 1;
    const { decrypt, failures } = failuresOf([newer], place, stored);
    expect(decrypt).toThrow(ContentMissingError);
    expect(failures[0]).toMatchObject({ reason: 'altered', keyId: newer.id });
  });

  it.each([
    ['moved to another row', (stored: Uint8Array) => stored, { ...place, row: 'page-2' }],
    ['moved to another column', (stored: Uint8Array) => stored, { ...place, column: 'enrichments.message' as const }],
    ['cut', (stored: Uint8Array) => stored.subarray(0, -1), place],
    ['cut within its tag', (stored: Uint8Array) => stored.subarray(0, 40), place],
    ['cut within its key id', (stored: Uint8Array) => stored.subarray(0, 9), place],
    ['cut after its version', (stored: Uint8Array) => stored.subarray(0, 5), place],
    ['cut after its marker', (stored: Uint8Array) => stored.subarray(0, 4), place],
    ['extended', (stored: Uint8Array) => Buffer.concat([stored, Buffer.from('x')]), place],
  ])('rejects a content that was %s', (_, change, at) => {
    const stored = new ContentCipher([newer]).encrypt(place, packed);
    const { decrypt, failures } = failuresOf([newer], at, change(stored));
    expect(decrypt).toThrow(ContentMissingError);
    expect(failures).toEqual([expect.objectContaining({ reason: 'altered' })]);
  });

  it('reports a content of a later release, because an upgrade restores access', () => {
    const stored = Buffer.from(new ContentCipher([newer]).encrypt(place, packed));
    stored[4] = 2;
    const { decrypt, failures } = failuresOf([newer], place, stored);
    expect(decrypt).toThrow(UnknownKeyError);
    expect(failures).toEqual([{ ...place, reason: 'later_release', keyId: newer.id }]);
  });

  it('decrypts with its keys and stores contents without encryption if the first entry is none', () => {
    const encrypted = new ContentCipher([newer]);
    const cipher = new ContentCipher(['none', newer]);
    const at: ContentPlace = { column: 'documents.metadata', row: 'page-1' };
    expect(cipher.encrypt(place, packed)).toBe(packed);
    expect(cipher.encryptJson(at, { title: 'plain' })).toEqual({ title: 'plain' });
    expect(cipher.decrypt(place, encrypted.encrypt(place, packed))).toEqual(packed);
    const json = JSON.stringify(encrypted.encryptJson(at, { title: 'secret' }));
    expect(cipher.decryptJson(at, json)).toBe('{"title":"secret"}');
  });

  it('accepts no content that resembles an encrypted one while encryption is off', () => {
    const stored = new ContentCipher([newer]).encrypt(place, packed);
    expect(() => new ContentCipher().encrypt(place, stored)).toThrow(PoisonedInputError);
    const cipher = new ContentCipher([older]);
    expect(cipher.decrypt(place, cipher.encrypt(place, stored))).toEqual(stored);
  });

  it('encrypts JSON as JSON, and returns its text unchanged', () => {
    const cipher = new ContentCipher([newer]);
    const at: ContentPlace = { column: 'documents.metadata', row: 'page-1' };
    const metadata = { title: 'the "marker"', encrypted: 'AAAA', scrapeId: 'page-1' };
    const stored = JSON.stringify(cipher.encryptJson(at, metadata));
    expect(stored).toMatch(/^\{"encrypted":"[^"]+"\}$/);
    expect(cipher.decryptJson(at, stored)).toBe(JSON.stringify(metadata));
    expect(cipher.decryptJson(at, JSON.stringify(metadata))).toBe(JSON.stringify(metadata));
  });
});

describe('ContentKey', () => {
  it('shows its bytes neither in JSON nor to an inspection', () => {
    const bytes = randomBytes(32);
    const key = new ContentKey(bytes);
    const shown = JSON.stringify(key) + inspect(key, { showHidden: true, depth: 9 });
    for (const encoding of ['hex', 'base64'] as const) expect(shown).not.toContain(bytes.toString(encoding));
    expect(key.id).toMatch(/^[0-9a-f]{16}$/);
  });
});
