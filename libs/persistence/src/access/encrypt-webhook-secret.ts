import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** The first byte of an encrypted secret. It is followed by nonce, tag and ciphertext. */
const FORMAT = 1;
const NONCE_AT = 1;
const NONCE_BYTES = 12;
const TAG_AT = NONCE_AT + NONCE_BYTES;
const TAG_BYTES = 16;
const TEXT_AT = TAG_AT + TAG_BYTES;
const CIPHER = 'aes-256-gcm';

const keyOf = (master: string) =>
  Buffer.from(hkdfSync('sha256', master, '', 'orbweaver declared webhook secret encryption', 32));

const associatedData = (teamId: string) => Buffer.concat([Buffer.of(FORMAT), Buffer.from(teamId.toLowerCase())]);

/** Encrypts a webhook secret of TEAMS_FILE by AES-256-GCM under a key of WEBHOOK_SECRET, for one team. */
export function encryptWebhookSecret(master: string, teamId: string, secret: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, keyOf(master), nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(associatedData(teamId));
  const text = Buffer.concat([cipher.update(secret), cipher.final()]);
  return Buffer.concat([Buffer.of(FORMAT), nonce, cipher.getAuthTag(), text]).toString('base64');
}

/** The secret was encrypted under another WEBHOOK_SECRET, or for another team. */
export class WebhookSecretUnreadable extends Error {
  override readonly name = 'WebhookSecretUnreadable';

  constructor(cause: unknown) {
    super('The declared webhook secret was stored under another WEBHOOK_SECRET. Apply the teams file again', { cause });
  }
}

/** @throws WebhookSecretUnreadable */
export function decryptWebhookSecret(master: string, teamId: string, encrypted: string): string {
  const bytes = Buffer.from(encrypted, 'base64');
  try {
    if (bytes[0] !== FORMAT) throw new Error(`Unknown format ${bytes[0]}`);
    const nonce = bytes.subarray(NONCE_AT, TAG_AT);
    const decipher = createDecipheriv(CIPHER, keyOf(master), nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(associatedData(teamId));
    decipher.setAuthTag(bytes.subarray(TAG_AT, TEXT_AT));
    return Buffer.concat([decipher.update(bytes.subarray(TEXT_AT)), decipher.final()]).toString();
  } catch (error) {
    throw new WebhookSecretUnreadable(error);
  }
}
