import type { Attributes, LightElement } from '../tree/light-node';
import { textHash } from './characters';
import { IntMap } from './int-map';
import { MAX_NAME, visitNameTokens } from './name-tokens';

/** What names in the markup and words in short blocks say about the text there: token to weight, above 0 for content. */
export interface Lexicon {
  attributes: IntMap;
  /** Of texts: words and pairs of words. */
  words: IntMap;
}

/** As it is learned. */
export interface LearnedLexicon {
  attributes: ReadonlyMap<number, number>;
  words: ReadonlyMap<number, number>;
}

export function openLexicon({ attributes, words }: LearnedLexicon): Lexicon {
  return { attributes: IntMap.from(attributes, attributes.size), words: IntMap.from(words, words.size) };
}

/** Words. What a longer text says is one thing, what a label says another. */
export const MAX_LEXICON_WORDS = 25;
/** Words of a text that is known as a whole too. */
const WHOLE_WORDS = 5;

/**
 * Hashed tokens of an element's name, classes, id, role and the like: each name as a whole and in parts,
 * digits as one 0, so that `post-1234` is one token on all pages.
 */
export function attributeTokens({ localName, attributes }: LightElement): number[] {
  const tokens = new Set<number>([elementToken(localName)]);
  const add = (token: number) => void tokens.add(token);
  visitClassTokens(attributes.class ?? '', add);
  visitOtherTokens(attributes, add);
  return [...tokens];
}

type Visit = (token: number) => void;

export function elementToken(localName: string): number {
  return textHash(`<${localName}`);
}

/** A token may come more than once. */
export function visitClassTokens(classes: string, visit: Visit): void {
  visitNameTokens(classes, '.', visit);
}

/** Those of all other attributes. */
export function visitOtherTokens(attributes: Attributes, visit: Visit): void {
  const { id, role, itemprop, 'data-testid': test, 'aria-label': label } = attributes;
  if (id) visitNameTokens(id, '#', visit);
  if (role) visit(textHash(`role=${role.slice(0, MAX_NAME).toLowerCase()}`));
  if (itemprop) visit(textHash(`itemprop=${itemprop.slice(0, MAX_NAME).toLowerCase().split(' ', 1)[0]}`));
  if (test) visitNameTokens(test, '~', visit);
  if (label) visitNameTokens(label.slice(0, MAX_NAME), 'label=', visit);
}

/** What the lexicon may know of a text: its length in words, and the hashes of words and signs. */
interface ReadText {
  words: number;
  tokens: readonly number[];
}

/** Words and signs of money, rights and addresses; digits as one 0. Those of long texts are others than those of short ones. */
export function visitWords({ words, tokens }: ReadText, visit: Visit): void {
  const isLong = words > MAX_LEXICON_WORDS;
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as number;
    visit(isLong ? joined(LONG, token) : token);
  }
}

/** Of a short text: what stands beside what, how it begins and ends, and the whole of a very short one. */
export function visitPairs({ words, tokens }: ReadText, visit: Visit): void {
  if (tokens.length === 0 || words > MAX_LEXICON_WORDS) return;
  visit(joined(FIRST, tokens[0] as number));
  visit(joined(tokens[tokens.length - 1] as number, LAST));
  for (let at = 1; at < tokens.length; at++) visit(joined(tokens[at - 1] as number, tokens[at] as number));
  if (tokens.length <= WHOLE_WORDS) visit(tokens.reduce(joined, WHOLE));
}

/** Each token of a text once. @public of the training. */
export function textTokens(text: ReadText): { words: number[]; pairs: number[] } {
  const words = new Set<number>();
  const pairs = new Set<number>();
  visitWords(text, (token) => words.add(token));
  visitPairs(text, (token) => pairs.add(token));
  return { words: [...words], pairs: [...pairs] };
}

/** Stand for no word of any text. */
const [LONG, FIRST, LAST, WHOLE] = [textHash(' long'), textHash(' first'), textHash(' last'), textHash(' whole')];

function joined(left: number, right: number): number {
  return Math.imul(left, 31) ^ right;
}
