import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';

export const KEY_BYTES = 32;
export const KEY_ID_BYTES = 8;

/** Columns with encrypted contents. Each has its own subkeys. */
export type EncryptedColumn =
  | 'documents.content'
  | 'documents.metadata'
  | 'page_cache.body'
  | 'page_cache.screenshot'
  | 'page_cache.capture'
  | 'page_history.markdown'
  | 'enrichments.message';

interface Subkeys {
  encryption: KeyObject;
  nonce: KeyObject;
}

/** A key of the operator. Its bytes are in no enumerable property, so that no log or error contains them. */
export class ContentKey {
  /** Derived from the key, so that a key that was replaced by mistake is recognised. Not secret. */
  readonly id: string;
  readonly idBytes: Buffer;
  readonly #secret: KeyObject;
  readonly #subkeys = new Map<EncryptedColumn, Subkeys>();

  constructor(bytes: Uint8Array) {
    if (bytes.byteLength !== KEY_BYTES) throw new Error(`a key has ${KEY_BYTES} bytes`);
    this.#secret = createSecretKey(bytes);
    this.idBytes = this.derive('key id', KEY_ID_BYTES);
    this.id = this.idBytes.toString('hex');
  }

  subkeys(column: EncryptedColumn): Subkeys {
    const known = this.#subkeys.get(column);
    if (known !== undefined) return known;
    const bytes = this.derive(`contents ${column}`, 2 * KEY_BYTES);
    const subkeys = {
      encryption: createSecretKey(bytes.subarray(0, KEY_BYTES)),
      nonce: createSecretKey(bytes.subarray(KEY_BYTES)),
    };
    this.#subkeys.set(column, subkeys);
    return subkeys;
  }

  private derive(purpose: string, bytes: number): Buffer {
    return Buffer.from(hkdfSync('sha256', this.#secret, '', `orbweaver ${purpose}`, bytes));
  }
}
