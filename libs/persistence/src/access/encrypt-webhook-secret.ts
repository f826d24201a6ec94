import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';

const keyOf = (master: string, use: 'encryption' | 'nonce') =>
  Buffer.from(hkdfSync('sha256', master, '', `orbweaver declared webhook secret ${use}`, 32));

/**
 * Encrypts a webhook secret of TEAMS_FILE by AES-256-GCM under a key of WEBHOOK_SECRET. Deterministic, so that equal
 * secrets are recognized: the nonce is a MAC of the secret and is never used for another one.
 */
export function encryptWebhookSecret(master: string, secret: string): string {
  const nonce = createHmac('sha256', keyOf(master, 'nonce')).update(secret).digest().subarray(0, NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, keyOf(master, 'encryption'), nonce);
  const text = Buffer.concat([cipher.update(secret), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64');
}

/** The secret was encrypted under another WEBHOOK_SECRET. */
export class WebhookSecretUnreadable extends Error {
  override readonly name = 'WebhookSecretUnreadable';

  constructor(cause: unknown) {
    super('The declared webhook secret was stored under another WEBHOOK_SECRET. Apply the teams file again', { cause });
  }
}

/** @throws WebhookSecretUnreadable */
export function decryptWebhookSecret(master: string, encrypted: string): string {
  const bytes = Buffer.from(encrypted, 'base64');
  try {
    const decipher = createDecipheriv(CIPHER, keyOf(master, 'encryption'), bytes.subarray(0, NONCE_BYTES));
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString();
  } catch (error) {
    throw new WebhookSecretUnreadable(error);
  }
}
