/**
 * One spelling of percent-encoding for all that RFC 3986 calls equivalent: escapes in upper case, none where the
 * character needs none, and a percent sign that begins no escape written as one. Idempotent, also together with what
 * the URL standard does to paths: no escape can arise from what was decoded.
 */
export function canonicalEscapes(text: string): string {
  return text.replace(/%([0-9a-f]{2})?/gi, (triplet: string, hex: string | undefined) => {
    if (hex === undefined) return '%25';
    const character = String.fromCharCode(Number.parseInt(hex, 16));
    return /[a-z0-9._~-]/i.test(character) ? character : triplet.toUpperCase();
  });
}
