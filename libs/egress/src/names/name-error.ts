/** Why a name has no address. `code`: one of `node:dns` (ENOTFOUND, ENODATA, ETIMEOUT, ESERVFAIL, …). */
export class NameError extends Error {
  override readonly name = 'NameError';

  constructor(
    readonly code: string,
    hostname: string,
  ) {
    super(`${hostname}: ${code}`);
  }
}

/** RFC 1035, 2.3.4, as text: a longer one is no name, and nothing is remembered of it. A dot at the end does not count. */
const MAX_NAME_CHARS = 253;

export function isTooLongName(hostname: string): boolean {
  return hostname.replace(/\.$/, '').length > MAX_NAME_CHARS;
}

/** Answers that another try would not change soon; the other codes say that there was no answer. */
export function isDefinite(code: string): boolean {
  return code === 'ENOTFOUND' || code === 'ENODATA';
}
