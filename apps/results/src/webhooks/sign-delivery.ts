import { createHmac } from 'node:crypto';

const STANDARD_SECRET_PREFIX = 'whsec_';

/**
 * The headers of a delivery, with signatures of two schemes over the body. `secrets`: the team's current one, then the
 * previous one while it is valid; empty: no signature. `X-Firecrawl-Signature: sha256=<hex HMAC-SHA256>` uses the current
 * one; Standard Webhooks `webhook-signature: v1,<base64>` has one per secret and decodes `whsec_<base64>`.
 */
export function signDelivery(
  delivery: { id: string; body: Buffer; timestampSeconds: number },
  secrets: readonly string[],
): Record<string, string> {
  const headers: Record<string, string> = {
    'webhook-id': delivery.id,
    'webhook-timestamp': String(delivery.timestampSeconds),
  };
  const [current] = secrets;
  if (current === undefined) return headers;
  const signed = `${delivery.id}.${delivery.timestampSeconds}.`;
  const standard = (secret: string) =>
    `v1,${createHmac('sha256', standardKey(secret)).update(signed).update(delivery.body).digest('base64')}`;
  headers['webhook-signature'] = secrets.map(standard).join(' ');
  headers['x-firecrawl-signature'] = `sha256=${createHmac('sha256', current).update(delivery.body).digest('hex')}`;
  return headers;
}

const standardKey = (secret: string): Buffer =>
  secret.startsWith(STANDARD_SECRET_PREFIX)
    ? Buffer.from(secret.slice(STANDARD_SECRET_PREFIX.length), 'base64')
    : Buffer.from(secret);
