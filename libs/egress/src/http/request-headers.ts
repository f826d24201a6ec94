/** Hop-by-hop fields and those set by the client. */
const notForwarded = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'http2-settings',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

export type HeaderFields = Map<string, string>;

/** Default headers overridden by the caller's, in lower case. */
export function requestHeaders(
  given: Readonly<Record<string, string>>,
  defaults: Record<string, string>,
): HeaderFields {
  const fields: HeaderFields = new Map(Object.entries(defaults));
  for (const [name, value] of Object.entries(given)) {
    const lower = name.trim().toLowerCase();
    if (!notForwarded.has(lower)) fields.set(lower, value.trim());
  }
  return fields;
}

/** Response headers as strings. Cookies are separate, because their values contain commas. */
export function responseHeaders(raw: Record<string, string | string[] | undefined>): {
  headers: Record<string, string>;
  setCookies: string[];
} {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(raw)) {
    if (value !== undefined && name !== 'set-cookie') headers[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  const cookies = raw['set-cookie'] ?? [];
  return { headers, setCookies: Array.isArray(cookies) ? cookies : [cookies] };
}
