/** A page with more is a trap or a dump; the largest of 1,500 real pages has 1,400. */
const MAX_URLS = 100_000;
/** Limits all of them together. With a long base, addresses of a few letters become megabytes. */
const MAX_CHARACTERS = 8 * 1024 * 1024;

/** Addresses in the order of arrival, each once, and no more than a document can hold. */
export class UniqueUrls {
  private readonly urls = new Set<string>();
  private characters = 0;
  /** Some were left out. */
  isCut = false;

  add(url: string): void {
    if (this.urls.has(url)) return;
    if (this.urls.size >= MAX_URLS || this.characters + url.length > MAX_CHARACTERS) {
      this.isCut = true;
      return;
    }
    this.characters += url.length;
    this.urls.add(url);
  }

  toArray(): string[] {
    return [...this.urls];
  }
}
