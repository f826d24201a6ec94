import { decryptWebhookSecret, encryptWebhookSecret, WebhookSecretUnreadable } from './encrypt-webhook-secret';

const MASTER = 'the master secret of an installation';
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=';

describe('encryptWebhookSecret', () => {
  it('returns a text that only the same WEBHOOK_SECRET decrypts', () => {
    const encrypted = encryptWebhookSecret(MASTER, SECRET);
    expect(Buffer.from(encrypted, 'base64').toString('latin1')).not.toContain('whsec_');
    expect(decryptWebhookSecret(MASTER, encrypted)).toBe(SECRET);
    expect(() => decryptWebhookSecret(`${MASTER}.`, encrypted)).toThrow(WebhookSecretUnreadable);
    expect(() => decryptWebhookSecret(MASTER, `${encrypted.slice(0, -8)}AAAAAAA=`)).toThrow(WebhookSecretUnreadable);
  });

  it('returns the same text for the same secret, and another one for another secret', () => {
    expect(encryptWebhookSecret(MASTER, SECRET)).toBe(encryptWebhookSecret(MASTER, SECRET));
    const nonces = [SECRET, `${SECRET}.`].map((secret) => encryptWebhookSecret(MASTER, secret).slice(0, 16));
    expect(nonces[0]).not.toBe(nonces[1]);
  });
});
