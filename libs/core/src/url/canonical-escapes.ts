/**
 * Normalizes percent-encoding by RFC 3986: upper-case escapes, none for unreserved characters, and `%25` for a stray
 * percent sign. Idempotent, also together with the URL standard's path normalization.
 */
export function canonicalEscapes(text: string): string {
  return text.replace(/%([0-9a-f]{2})?/gi, (triplet: string, hex: string | undefined) => {
    if (hex === undefined) return '%25';
    const character = String.fromCharCode(Number.parseInt(hex, 16));
    return /[a-z0-9._~-]/i.test(character) ? character : triplet.toUpperCase();
  });
}
