import type { LightElement } from '../tree/light-node';
import { textHash } from './characters';
import { IntMap } from './int-map';
import { MAX_NAME, visitNameTokens } from './name-tokens';

/** Weights of names in the markup and of words, above 0 for main content. */
export interface Lexicon {
  attributes: IntMap;
  words: IntMap;
}

/** A lexicon as it is learned. */
export interface LearnedLexicon {
  attributes: ReadonlyMap<number, number>;
  words: ReadonlyMap<number, number>;
}

export function openLexicon({ attributes, words }: LearnedLexicon): Lexicon {
  return { attributes: IntMap.from(attributes, attributes.size), words: IntMap.from(words, words.size) };
}

/** Words of a short text. Words of longer texts have weights of their own. */
export const MAX_LEXICON_WORDS = 25;

/** Hashed tokens of the element name, classes, id, role, itemprop, test id and label, see visitNameTokens. */
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

/** May visit a token more than once. */
export function visitClassTokens(classes: string, visit: Visit): void {
  visitNameTokens(classes, '.', visit);
}

/** Tokens of all other attributes. */
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

/** Length of a text in words, and the hashes of its words and signs. */
interface ReadText {
  words: number;
  tokens: readonly number[];
}

/** Visits words and signs; tokens of long texts differ from those of short ones. */
export function visitWords({ words, tokens }: ReadText, visit: Visit): void {
  const isLong = words > MAX_LEXICON_WORDS;
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as number;
    visit(isLong ? joined(LONG, token) : token);
  }
}

/** Each token of a text once. @public used by training. */
export function textTokens(text: ReadText): number[] {
  const tokens = new Set<number>();
  visitWords(text, (token) => tokens.add(token));
  return [...tokens];
}

/** Prefix of the words of long texts. */
const LONG = textHash(' long');

function joined(left: number, right: number): number {
  return Math.imul(left, 31) ^ right;
}
