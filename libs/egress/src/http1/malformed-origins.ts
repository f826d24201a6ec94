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
