import { createHmac } from 'node:crypto';

const STANDARD_SECRET_PREFIX = 'whsec_';

/**
 * The headers that authenticate a delivery, in two schemes over the exact bytes of the body. `secrets`: the current one
 * of the team first, then the previous one while it is valid. Without a secret only the event's id and the time are sent.
 *
 * - `X-Firecrawl-Signature: sha256=<hex HMAC-SHA256 of the body>`, by the current secret: the header has one value
 * - Standard Webhooks: `webhook-signature: v1,<base64 HMAC-SHA256 of "id.timestamp.body">`, for each secret, separated
 *   by a space. A secret written `whsec_<base64>` is decoded for this scheme, as its libraries do.
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
