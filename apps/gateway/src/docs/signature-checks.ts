/** Examples for verifying webhook signatures. Tests run them unchanged. */

export const SIGNATURE_CHECK_IN_TYPESCRIPT = `import { createHmac, timingSafeEqual } from 'node:crypto';

/** rawBody: the received bytes, not re-serialised JSON. */
export function isFromOrbweaver(rawBody: Buffer, signature: string | undefined, secret: string): boolean {
  const expected = 'sha256=' + createHmac('sha256', secret).update(rawBody).digest('hex');
  const given = Buffer.from(signature ?? '');
  return given.length === expected.length && timingSafeEqual(given, Buffer.from(expected));
}

// With Express: app.post('/hook', express.raw({ type: '*/*' }), (request, response) => {
//   const ok = isFromOrbweaver(request.body, request.get('x-firecrawl-signature'), process.env.WEBHOOK_SECRET!);
//   response.sendStatus(ok ? 200 : 401);
// });`;

export const SIGNATURE_CHECK_IN_PYTHON = `import hashlib
import hmac


def is_from_orbweaver(raw_body: bytes, signature: str | None, secret: str) -> bool:
    """raw_body: the received bytes, not re-serialised JSON."""
    expected = "sha256=" + hmac.new(secret.encode(), raw_body, hashlib.sha256).hexdigest()
    return hmac.compare_digest((signature or "").encode(), expected.encode())


# With Flask: is_from_orbweaver(request.get_data(), request.headers.get("X-Firecrawl-Signature"), secret)`;
