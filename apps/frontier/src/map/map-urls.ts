import { listMapUrl, type MapLink, type MapScope } from '@orbweaver/core';

export interface Naming {
  title?: string | null | undefined;
  description?: string | null | undefined;
}

/** Anchor texts and titles of whole paragraphs are not useful. */
const MAX_TEXT_CHARS = 500;

/** The URLs of one map, each once, in order of discovery. */
export class MapUrls {
  private readonly links = new Map<string, MapLink>();
  /** Titles that pages gave themselves. They replace anchor texts. */
  private readonly ownNames = new Map<string, Naming>();
  private isFullNow: () => void = () => undefined;

  /** @param maxUrls further URLs are dropped */
  constructor(
    private readonly scope: MapScope,
    private readonly maxUrls: number,
  ) {}

  get size(): number {
    return this.links.size;
  }

  get isFull(): boolean {
    return this.links.size >= this.maxUrls;
  }

  onFull(listener: () => void): void {
    this.isFullNow = listener;
  }

  /** Ignores URLs outside the scope. A known URL gets the names that it lacks. */
  add(url: string, naming: Naming = {}, foundOn?: string): void {
    const listed = listMapUrl(url, foundOn, this.scope);
    if (listed === undefined) return;
    const known = this.links.get(listed.key);
    if (known === undefined) {
      if (this.isFull) return;
      this.links.set(listed.key, named({ url: listed.url }, naming));
      if (this.isFull) this.isFullNow();
      return;
    }
    if (rankOf(listed.url) > rankOf(known.url)) known.url = listed.url;
    named(known, naming);
  }

  /** Notes the names of a fetched page, without adding its URL. */
  describe(url: string, naming: Naming): void {
    const listed = listMapUrl(url, undefined, this.scope);
    if (listed !== undefined) this.ownNames.set(listed.key, naming);
  }

  toList(): MapLink[] {
    for (const [key, { title, description }] of this.ownNames) {
      const link = this.links.get(key);
      if (link === undefined) continue;
      const own = named({ url: link.url }, { title, description });
      this.links.set(key, { ...link, ...own });
    }
    return [...this.links.values()];
  }

  /** The start URL, then the others. */
  toListFrom(startUrl: string): MapLink[] {
    const start = listMapUrl(startUrl, undefined, this.scope);
    const links = this.toList();
    if (start === undefined) return [{ url: startUrl }, ...links];
    const known = this.links.get(start.key);
    return [{ ...known, url: start.url }, ...links.filter((link) => link !== known)];
  }
}

function named(link: MapLink, { title, description }: Naming): MapLink {
  if (link.title === undefined && title) link.title = title.slice(0, MAX_TEXT_CHARS);
  if (link.description === undefined && description) link.description = description.slice(0, MAX_TEXT_CHARS);
  return link;
}

/** Of URLs with one dedup key, https is listed rather than http, and the bare host rather than `www.`. */
function rankOf(url: string): number {
  return (url.startsWith('https:') ? 2 : 0) + (/^https?:\/\/www\./.test(url) ? 0 : 1);
}
