import { validateHeaderName, validateHeaderValue } from 'node:http';

/** Headers that the connection controls. */
const CONNECTION_HEADERS = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'expect',
  'upgrade',
  'keep-alive',
  'te',
  'trailer',
]);

/** Combines headers. Own headers override custom ones, so that signatures cannot be forged. Omits invalid headers. */
export function deliveryHeaders(custom: Record<string, string>, own: Record<string, string>): Record<string, string> {
  const ours: Record<string, string> = { 'content-type': 'application/json', ...own };
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(custom)) {
    const lower = name.toLowerCase();
    const isReserved =
      lower in ours ||
      CONNECTION_HEADERS.has(lower) ||
      lower.startsWith('webhook-') ||
      lower === 'x-firecrawl-signature';
    if (!isReserved && isSendable(name, value)) headers[name] = value;
  }
  return { ...headers, ...ours };
}

function isSendable(name: string, value: string): boolean {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    return true;
  } catch {
    return false;
  }
}
