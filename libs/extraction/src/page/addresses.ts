import { isInlined, MAX_URL_LENGTH, resolveUrl } from './base-url';
import { encodeQuery } from './encode-query';

/** Characters of URLs and their base per page: 300,000 URLs of average length. */
const MAX_READ = 32 * 1024 * 1024;
/** Cost of a character that is encoded in another charset. */
const ENCODING_COST = 20;

/** Resolves the URLs of a page, each once. */
export class Addresses {
  private readonly known = new Map<string, string | undefined>();
  private charactersLeft = MAX_READ;

  constructor(
    private readonly baseUrl: string,
    /** As `decodeText` takes it. */
    private readonly charset = 'utf-8',
  ) {}

  get isExhausted(): boolean {
    return this.charactersLeft < 0;
  }

  /** As `resolveUrl`; undefined after the limit. */
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
