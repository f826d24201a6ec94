/** `code`: of `node:dns` (ENOTFOUND, ENODATA, ETIMEOUT, ESERVFAIL, …). */
export class NameError extends Error {
  override readonly name = 'NameError';

  constructor(
    readonly code: string,
    hostname: string,
  ) {
    super(`${hostname}: ${code}`);
  }
}

/** Maximum length of a name (RFC 1035, 2.3.4). Longer texts are not looked up or cached. */
const MAX_NAME_CHARS = 253;

export function isTooLongName(hostname: string): boolean {
  return hostname.replace(/\.$/, '').length > MAX_NAME_CHARS;
}

/** Codes of a negative answer. All others mean that no answer arrived. */
export function isDefinite(code: string): boolean {
  return code === 'ENOTFOUND' || code === 'ENODATA';
}
