import { LRUCache } from 'lru-cache';

const MAX_ORIGINS = 1000;
const TTL_MS = 10 * 60_000;

/** Origins that the default wire format has failed with. */
export function createOriginMemory<Value extends {}>(): LRUCache<string, Value> {
  return new LRUCache({ max: MAX_ORIGINS, ttl: TTL_MS });
}

/** Whether a request may be repeated after a malformed response. */
export function isRepeatableMethod(method: string | undefined): boolean {
  return method === 'GET' || method === 'HEAD';
}

export class MalformedResponseError extends Error {
  override readonly name = 'MalformedResponseError';
  readonly code = 'ERR_INVALID_HTTP_RESPONSE';
}

/**
 * Errors of the strict parsers of Node and undici for responses that browsers may accept. undici asserts that a status
 * is at least 100.
 */
export function isMalformedResponse(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, name } = error as { code?: unknown; name?: unknown };
  // undici's parser sets no code if the first byte is invalid.
  if (code === undefined) return name === 'HTTPParserError';
  if (code === 'HPE_HEADER_OVERFLOW') return false;
  return typeof code === 'string' && /^(?:HPE_|UND_ERR_RESPONSE|UND_ERR_RES_|ERR_ASSERTION$)/.test(code);
}
