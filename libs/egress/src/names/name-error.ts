/** Why a name has no address. `code` is one of `node:dns` (ENOTFOUND, ENODATA, ETIMEOUT, ESERVFAIL, …). */
export class NameError extends Error {
  override readonly name = 'NameError';

  constructor(
    readonly code: string,
    hostname: string,
  ) {
    super(`${hostname}: ${code}`);
  }
}

/** RFC 1035, 2.3.4, as text, without a final dot. A longer text is not a name, and nothing is remembered of it. */
const MAX_NAME_CHARS = 253;

export function isTooLongName(hostname: string): boolean {
  return hostname.replace(/\.$/, '').length > MAX_NAME_CHARS;
}

/** Codes of an answer, which another try would not change soon; all other codes mean that no answer came. */
export function isDefinite(code: string): boolean {
  return code === 'ENOTFOUND' || code === 'ENODATA';
}
