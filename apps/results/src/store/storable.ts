/**
 * Makes text storable. Postgres refuses U+0000 in text, and in jsonb also half a surrogate pair. U+0000 is dropped;
 * half a pair becomes U+FFFD, as browsers show it.
 */
export function storableText(text: string): string {
  return text.replaceAll('\u0000', '').replace(/\p{Cs}/gu, '\uFFFD');
}

/** Does the same for every string and key of a JSON value. */
export function storableValue<T>(value: T): T {
  return convert(value) as T;
}

function convert(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value);
  if (Array.isArray(value)) return value.map(convert);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [storableText(key), convert(entry)]));
}
