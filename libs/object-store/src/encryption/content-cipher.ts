import { createCipheriv, createDecipheriv, createHmac, hash, type KeyObject } from 'node:crypto';
import { PoisonedInputError, StoreUnavailableError } from '@orbweaver/core';
import { ContentMissingError } from '../content-store';
import { type ContentKey, type EncryptedColumn, KEY_ID_BYTES } from './content-key';

/** Differs from the first bytes of gzip, PNG, JSON and v8 serialization. */
const MARKER = Buffer.from([0x00, 0xae, 0x6f, 0x77]);
const VERSION = 1;
const NONCE_BYTES = 24;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const ALGORITHM = 'aes-256-gcm';

const NONCE_AT = MARKER.length + 1 + KEY_ID_BYTES;
const TAG_AT = NONCE_AT + NONCE_BYTES;
const CIPHERTEXT_AT = TAG_AT + TAG_BYTES;

/** The whole text, because metadata may have a field of this name. */
const ENCRYPTED_JSON = /^\{"encrypted":"([A-Za-z0-9+/]+={0,2})"\}$/;

/** Where a content is stored. It is authenticated, so that a content that was moved to another row is rejected. */
export interface ContentPlace {
  column: EncryptedColumn;
  row: string;
}

/** Reasons of failed decryptions. */
export const DECRYPTION_FAILURES = ['unknown_key', 'later_release', 'altered'] as const;

export interface DecryptionFailure extends ContentPlace {
  reason: (typeof DECRYPTION_FAILURES)[number];
  keyId: string;
}

/** A content that this process cannot decrypt, but another setting or release can. Its store is available. */
export class UnknownKeyError extends StoreUnavailableError {}

/** `none` stores contents without encryption. */
export type KeyEntry = ContentKey | 'none';

/**
 * Encrypts contents with the first entry and decrypts with all keys. Contents that were stored without encryption can
 * always be read.
 *
 *   marker (4) · version (1) · key id (8) · nonce (24) · tag (16) · AES-256-GCM ciphertext
 *
 * The nonce is a keyed hash of row and content, so that the same content in the same row gives the same bytes. Its first
 * half derives the key of the message and its second half is the IV, because 96 bits are too few for years of pages.
 */
export class ContentCipher {
  /** Undefined: contents are stored without encryption. */
  private readonly current: ContentKey | undefined;
  private readonly keys: readonly ContentKey[];

  constructor(
    entries: readonly KeyEntry[] = [],
    private readonly onFailure: (failure: DecryptionFailure) => void = () => undefined,
  ) {
    this.current = entries[0] === 'none' ? undefined : entries[0];
    this.keys = entries.filter((entry) => entry !== 'none');
  }

  /** @throws PoisonedInputError for a content that could not be distinguished from an encrypted one */
  encrypt(place: ContentPlace, content: Uint8Array): Uint8Array {
    const key = this.current;
    if (key === undefined) {
      if (isEncrypted(content)) throw new PoisonedInputError(`invalid content for ${describe(place)}`);
      return content;
    }
    const subkeys = key.subkeys(place.column);
    const header = Buffer.from([...MARKER, VERSION, ...key.idBytes]);
    const nonce = createHmac('sha256', subkeys.nonce)
      .update(`${place.row} `)
      .update(hash('sha256', content, 'buffer'))
      .digest()
      .subarray(0, NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, messageKey(subkeys.encryption, nonce), nonce.subarray(IV_BYTES));
    cipher.setAAD(authenticated(header, place));
    const ciphertext = cipher.update(content);
    cipher.final();
    return Buffer.concat([header, nonce, cipher.getAuthTag(), ciphertext]);
  }

  /**
   * @throws UnknownKeyError for an unknown key or a later release, because the setting or an upgrade restores access
   * @throws ContentMissingError for a content that was altered or moved
   */
  decrypt(place: ContentPlace, stored: Uint8Array): Uint8Array {
    if (!isEncrypted(stored)) return stored;
    const bytes = Buffer.from(stored.buffer, stored.byteOffset, stored.byteLength);
    const idBytes = bytes.subarray(NONCE_AT - KEY_ID_BYTES, NONCE_AT);
    const keyId = idBytes.toString('hex');
    const fail = (reason: DecryptionFailure['reason']) => this.onFailure({ ...place, reason, keyId });
    const altered = (cause?: unknown) => {
      fail('altered');
      return new ContentMissingError(`${describe(place)} was altered after its encryption`, { cause });
    };
    if (bytes.byteLength < CIPHERTEXT_AT) throw altered();
    if (bytes[MARKER.length] !== VERSION) {
      fail('later_release');
      throw new UnknownKeyError(`${describe(place)} was encrypted by a later release`);
    }
    const key = this.keys.find((known) => known.idBytes.equals(idBytes));
    if (key === undefined) {
      fail('unknown_key');
      throw new UnknownKeyError(
        `${describe(place)} is encrypted with the key ${keyId}, which is not in ENCRYPTION_KEYS`,
      );
    }
    try {
      return openEnvelope(key, place, bytes);
    } catch (cause) {
      throw altered(cause);
    }
  }

  /** For columns of JSON text. @throws like encrypt */
  encryptJson(place: ContentPlace, value: object): object {
    if (this.current === undefined) return value;
    return { encrypted: Buffer.from(this.encrypt(place, Buffer.from(JSON.stringify(value)))).toString('base64') };
  }

  /** The JSON of an object. @throws like decrypt */
  decryptJson(place: ContentPlace, json: string): string {
    const [, encrypted] = ENCRYPTED_JSON.exec(json) ?? [];
    if (encrypted === undefined) return json;
    return Buffer.from(this.decrypt(place, Buffer.from(encrypted, 'base64'))).toString();
  }
}

const isEncrypted = (content: Uint8Array): boolean =>
  content.byteLength >= MARKER.length && MARKER.equals(content.subarray(0, MARKER.length));

const describe = ({ column, row }: ContentPlace): string => `${column} of ${row}`;

const messageKey = (key: KeyObject, nonce: Uint8Array): Buffer =>
  createHmac('sha256', key).update(nonce.subarray(0, IV_BYTES)).digest();

const authenticated = (header: Uint8Array, place: ContentPlace): Buffer =>
  Buffer.concat([header, Buffer.from(describe(place))]);

function openEnvelope(key: ContentKey, place: ContentPlace, bytes: Buffer): Buffer {
  const nonce = bytes.subarray(NONCE_AT, TAG_AT);
  const { encryption } = key.subkeys(place.column);
  const decipher = createDecipheriv(ALGORITHM, messageKey(encryption, nonce), nonce.subarray(IV_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(authenticated(bytes.subarray(0, NONCE_AT), place));
  decipher.setAuthTag(bytes.subarray(TAG_AT, CIPHERTEXT_AT));
  const content = decipher.update(bytes.subarray(CIPHERTEXT_AT));
  decipher.final();
  return content;
}
