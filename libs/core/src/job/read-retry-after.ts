/**
 * The delay of a Retry-After header (seconds or an HTTP date; RFC 9110, 10.2.3) in milliseconds; undefined if invalid.
 * @param date the Date header of the response, so that a date is relative to the server's clock
 */
export function readRetryAfter(
  header: string | null | undefined,
  nowMs: number,
  date?: string | null,
): number | undefined {
  const written = header?.trim() ?? '';
  if (/^\d+$/.test(written)) return Number(written) * 1000;
  const at = Date.parse(written);
  // Engines parse many words and numbers as dates; an HTTP date starts with a weekday.
  return Number.isNaN(at) || !/^[a-z]/i.test(written) ? undefined : at - (Date.parse(date ?? '') || nowMs);
}
