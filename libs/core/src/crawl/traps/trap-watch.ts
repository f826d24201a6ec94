import { recognizeTrap, type TrapKind } from './recognize-trap';
import { trapFamily } from './trap-family';

/** Characters kept for one crawl. Beyond them the families that were not seen for longest are counted anew. */
const MAX_CHARACTERS = 4_000_000;
/** What a kept text costs besides its characters, in characters. */
const TEXT_COST = 50;

interface Family {
  variants: Set<string>;
  characters: number;
}

/**
 * Counts, for one crawl, the URLs that differ only in what a site can make up. Memory is bounded, and asking twice
 * about a URL changes nothing. Only for URLs that a page links to: what a seed or a sitemap names is no trap.
 */
export class TrapWatch {
  /** Least recently used first. */
  private readonly families = new Map<string, Family>();
  private characters = 0;

  /** What it keeps, in characters. */
  get size(): number {
    return this.characters;
  }

  /** The trap that `url` is one URL too many of; undefined when it may be visited. */
  recognize(url: string): TrapKind | undefined {
    const parsed = new URL(url);
    const alone = recognizeTrap(parsed);
    if (alone !== undefined) return alone;
    const found = trapFamily(parsed);
    if (found === undefined) return undefined;
    const { kind, variant, maxVariants } = found;
    const family = this.touch(`${kind} ${found.key}`);
    if (family.variants.has(variant)) return undefined;
    if (family.variants.size >= maxVariants) return kind;
    family.variants.add(variant);
    this.pay(family, variant);
    this.forget();
    return undefined;
  }

  private touch(key: string): Family {
    let family = this.families.get(key);
    if (family === undefined) {
      family = { variants: new Set(), characters: 0 };
      this.pay(family, key);
    }
    this.families.delete(key);
    this.families.set(key, family);
    return family;
  }

  private pay(family: Family, text: string): void {
    family.characters += text.length + TEXT_COST;
    this.characters += text.length + TEXT_COST;
  }

  private forget(): void {
    for (const [key, { characters }] of this.families) {
      if (this.characters <= MAX_CHARACTERS) break;
      this.families.delete(key);
      this.characters -= characters;
    }
  }
}
