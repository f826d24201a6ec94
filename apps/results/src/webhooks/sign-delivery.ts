import { createHmac } from 'node:crypto';

const STANDARD_SECRET_PREFIX = 'whsec_';

/**
 * The headers that prove a delivery: two schemes with the same secret, over the exact bytes of the body. Without a
 * secret only the event's id and the time are sent.
 *
 * - `X-Firecrawl-Signature: sha256=<hex HMAC-SHA256 of the body>`
 * - Standard Webhooks: `webhook-signature: v1,<base64 HMAC-SHA256 of "id.timestamp.body">`. A secret written
 *   `whsec_<base64>` is decoded for this scheme, as its libraries do.
 */
export function signDelivery(
  delivery: { id: string; body: Buffer; timestampSeconds: number },
  secret: string | undefined,
): Record<string, string> {
  const headers: Record<string, string> = {
    'webhook-id': delivery.id,
    'webhook-timestamp': String(delivery.timestampSeconds),
  };
  if (secret === undefined) return headers;
  const key = secret.startsWith(STANDARD_SECRET_PREFIX)
    ? Buffer.from(secret.slice(STANDARD_SECRET_PREFIX.length), 'base64')
    : Buffer.from(secret);
  const signed = `${delivery.id}.${delivery.timestampSeconds}.`;
  headers['webhook-signature'] =
    `v1,${createHmac('sha256', key).update(signed).update(delivery.body).digest('base64')}`;
  headers['x-firecrawl-signature'] = `sha256=${createHmac('sha256', secret).update(delivery.body).digest('hex')}`;
  return headers;
}
