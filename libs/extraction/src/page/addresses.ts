import { isInlined, MAX_URL_LENGTH, resolveUrl } from './base-url';
import { encodeQuery } from './encode-query';

/** The most characters that are resolved as addresses, the base counted with each: 300,000 of the usual length. */
const MAX_READ = 32 * 1024 * 1024;
/** One letter that is written in another charset costs as much as this many that are read. */
const ENCODING_COST = 20;

/** The addresses of one page, made absolute by its base. Each is resolved once: most occur several times. */
export class Addresses {
  private readonly known = new Map<string, string | undefined>();
  private charactersLeft = MAX_READ;

  constructor(
    private readonly baseUrl: string,
    /** Of the page, as `decodeText` takes it. */
    private readonly charset = 'utf-8',
  ) {}

  /** The page has more addresses than are resolved. */
  get isExhausted(): boolean {
    return this.charactersLeft < 0;
  }

  /** As resolveUrl; undefined also past the limit. */
  resolve(reference: string): string | undefined {
    if (this.known.has(reference)) return this.known.get(reference);
    this.charactersLeft -= this.baseUrl.length + reference.length;
    if (this.isExhausted) return undefined;
    const url = resolveUrl(this.encode(reference), this.baseUrl);
    this.known.set(reference, url);
    return url;
  }

  private encode(reference: string): string {
    if (isInlined(reference) || reference.length > MAX_URL_LENGTH) return reference;
    const encoded = encodeQuery(reference, this.charset);
    if (encoded !== reference) this.charactersLeft -= ENCODING_COST * reference.length;
    return encoded;
  }
}
