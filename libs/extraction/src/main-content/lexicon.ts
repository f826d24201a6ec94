import type { LightElement } from '../tree/light-node';
import { hashOf } from './characters';
import { MAX_NAME, visitNameTokens } from './name-tokens';

/** What names in the markup and words in short blocks say about the text there: token to weight, above 0 for content. */
export interface Lexicon {
  attributes: ReadonlyMap<number, number>;
  /** Of texts: words and pairs of words. */
  words: ReadonlyMap<number, number>;
}

/** Words. What a longer text says is one thing, what a label says another. */
export const MAX_LEXICON_WORDS = 25;
/** Words of a text that is known as a whole too. */
const WHOLE_WORDS = 5;

/**
 * Hashed tokens of an element's name, classes, id, role and the like: each name as a whole and in parts,
 * digits as one 0, so that `post-1234` is one token on all pages.
 */
export function attributeTokens(element: LightElement): number[] {
  const tokens = new Set<number>();
  visitTokens(element, (token) => tokens.add(token));
  return [...tokens];
}

/** A token may come more than once. */
function visitTokens({ localName, attributes }: LightElement, visit: (token: number) => void): void {
  visit(hashOf(`<${localName}`));
  const { class: classes, id, role, itemprop, 'data-testid': test, 'aria-label': label } = attributes;
  if (classes) visitNameTokens(classes, '.', visit);
  if (id) visitNameTokens(id, '#', visit);
  if (role) visit(hashOf(`role=${role.slice(0, MAX_NAME).toLowerCase()}`));
  if (itemprop) visit(hashOf(`itemprop=${itemprop.slice(0, MAX_NAME).toLowerCase().split(' ', 1)[0]}`));
  if (test) visitNameTokens(test, '~', visit);
  if (label) visitNameTokens(label.slice(0, MAX_NAME), 'label=', visit);
}

/** A text as the lexicon knows it. */
export interface TextTokens {
  /** Words and signs of money, rights and addresses, each once; digits as one 0. Those of long texts are others than those of short ones. */
  words: number[];
  /** Of a short text: what stands beside what, how it begins and ends, and the whole of a very short one. */
  pairs: number[];
}

export function textTokens({ words, tokens: hashes }: { words: number; tokens: number[] }): TextTokens {
  if (hashes.length === 0) return { words: [], pairs: [] };
  if (words > MAX_LEXICON_WORDS) return { words: unique(hashes.map((hash) => joined(LONG, hash))), pairs: [] };
  const pairs = [joined(FIRST, hashes[0] as number), joined(hashes.at(-1) as number, LAST)];
  for (let at = 1; at < hashes.length; at++) pairs.push(joined(hashes[at - 1] as number, hashes[at] as number));
  if (hashes.length <= WHOLE_WORDS) pairs.push(hashes.reduce(joined, WHOLE));
  return { words: unique(hashes), pairs: unique(pairs) };
}

/** Stand for no word of any text. */
const [LONG, FIRST, LAST, WHOLE] = [hashOf(' long'), hashOf(' first'), hashOf(' last'), hashOf(' whole')];

function joined(left: number, right: number): number {
  return Math.imul(left, 31) ^ right;
}

/** Tokens; of so few, to look for each among those before takes less time than a set. */
const FEW = 30;

function unique(tokens: number[]): number[] {
  if (tokens.length > FEW) return [...new Set(tokens)];
  const first = tokens.findIndex((token, at) => tokens.indexOf(token) !== at);
  return first === -1 ? tokens : tokens.filter((token, at) => tokens.indexOf(token) === at);
}

/** Looks elements up in a lexicon. Most have classes alone, which repeat on a page: what they say is kept. */
export class AttributeWeights {
  private readonly known = new Map<string, Map<string, number>>();

  constructor(private readonly lexicon: Lexicon) {}

  /** The best and the worst that is said about `element`, added up. */
  of(element: LightElement): number {
    const { localName, attributes } = element;
    const { class: classes = '', id, role, itemprop, 'data-testid': test, 'aria-label': label } = attributes;
    if ((id ?? role ?? itemprop ?? test ?? label) !== undefined) return this.weigh(element);
    let known = this.known.get(localName);
    if (known === undefined) {
      known = new Map();
      this.known.set(localName, known);
    }
    let weight = known.get(classes);
    if (weight === undefined) {
      weight = this.weigh(element);
      known.set(classes, weight);
    }
    return weight;
  }

  private weigh(element: LightElement): number {
    let worst = 0;
    let best = 0;
    visitTokens(element, (token) => {
      const said = this.lexicon.attributes.get(token) ?? 0;
      if (said < worst) worst = said;
      if (said > best) best = said;
    });
    return worst + best;
  }
}
