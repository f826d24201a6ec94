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

/** Answers that another try would not change soon; the other codes say that there was no answer. */
export function isDefinite(code: string): boolean {
  return code === 'ENOTFOUND' || code === 'ENODATA';
}
