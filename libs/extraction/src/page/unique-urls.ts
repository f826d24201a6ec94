/** The largest of 1,500 real pages has 1,400. */
const MAX_URLS = 100_000;
/** Characters of all URLs. */
const MAX_CHARACTERS = 8 * 1024 * 1024;

/** Unique URLs in order of insertion, up to a limit. */
export class UniqueUrls {
  private readonly urls = new Set<string>();
  private characters = 0;
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
