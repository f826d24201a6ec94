import { recognizeTrap, type TrapKind } from './recognize-trap';
import { trapFamily } from './trap-family';

/** Characters kept per crawl. Above it, the least recently used families are reset. */
const MAX_CHARACTERS = 4_000_000;
const TEXT_COST = 50;

interface Family {
  variants: Set<string>;
  characters: number;
}

/**
 * Counts the variants of trap families of one crawl in bounded memory. Idempotent. For linked URLs only: seeds and
 * sitemap entries are exempt.
 */
export class TrapWatch {
  /** Least recently used first. Not an LRUCache, because families grow while kept. */
  private readonly families = new Map<string, Family>();
  private characters = 0;

  get size(): number {
    return this.characters;
  }

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
