import type { LightElement } from '../tree/light-node';
import { textHash } from './characters';
import { IntMap } from './int-map';
import { MAX_NAME, visitNameTokens } from './name-tokens';

/** What names in the markup and words of the text say about the text there: token to weight, above 0 for content. */
export interface Lexicon {
  attributes: IntMap;
  /** Of the words of texts. */
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

/**
 * Hashed tokens of an element's name, classes, id, role and the like: each name as a whole and in parts,
 * digits as one 0, so that `post-1234` is one token on all pages.
 */
export function attributeTokens(element: LightElement): number[] {
  const tokens = new Set<number>([elementToken(element.localName)]);
  const add = (token: number) => void tokens.add(token);
  visitClassTokens(element.getAttribute('class') ?? '', add);
  visitOtherTokens(element, add);
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
export function visitOtherTokens(element: LightElement, visit: Visit): void {
  const id = element.getAttribute('id');
  const role = element.getAttribute('role');
  const itemprop = element.getAttribute('itemprop');
  const test = element.getAttribute('data-testid');
  const label = element.getAttribute('aria-label');
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

/** Each token of a text once. @public of the training. */
export function textTokens(text: ReadText): number[] {
  const tokens = new Set<number>();
  visitWords(text, (token) => tokens.add(token));
  return [...tokens];
}

/** Stands for no word of any text. */
const LONG = textHash(' long');

function joined(left: number, right: number): number {
  return Math.imul(left, 31) ^ right;
}
