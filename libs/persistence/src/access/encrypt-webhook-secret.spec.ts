import { decryptWebhookSecret, encryptWebhookSecret, WebhookSecretUnreadable } from './encrypt-webhook-secret';

const MASTER = 'the master secret of an installation';
const TEAM = '0b9b2c4e-6f0a-4b57-9a55-3c1c3f5d7e11';
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=';

const encrypt = () => encryptWebhookSecret(MASTER, TEAM, SECRET);
const changed = (change: (bytes: Buffer) => Buffer) => change(Buffer.from(encrypt(), 'base64')).toString('base64');
const withBit = (at: number) =>
  changed((bytes) => {
    bytes[at]! ^= 1;
    return bytes;
  });

describe('encryptWebhookSecret', () => {
  it('returns a text that only the same WEBHOOK_SECRET decrypts', () => {
    const encrypted = encrypt();
    expect(Buffer.from(encrypted, 'base64').toString('latin1')).not.toContain('whsec_');
    expect(decryptWebhookSecret(MASTER, TEAM, encrypted)).toBe(SECRET);
    expect(decryptWebhookSecret(MASTER, TEAM.toUpperCase(), encrypted)).toBe(SECRET);
    expect(() => decryptWebhookSecret(`${MASTER}.`, TEAM, encrypted)).toThrow(WebhookSecretUnreadable);
  });

  it('returns a text that is rejected for another team', () => {
    const other = 'f0000000-6f0a-4b57-9a55-3c1c3f5d7e11';
    expect(() => decryptWebhookSecret(MASTER, other, encrypt())).toThrow(WebhookSecretUnreadable);
  });

  it.each([
    ['an unknown format', withBit(0)],
    ['an altered nonce', withBit(1)],
    ['an altered tag', withBit(13)],
    ['an altered secret', withBit(29)],
    ['a tag of 4 bytes', changed((bytes) => bytes.subarray(0, 17))],
    ['no secret', ''],
  ])('returns a text that is rejected with %s', (_, encrypted) => {
    expect(() => decryptWebhookSecret(MASTER, TEAM, encrypted)).toThrow(WebhookSecretUnreadable);
  });

  it('uses a nonce once', () => {
    expect(encrypt()).not.toBe(encrypt());
  });
});
