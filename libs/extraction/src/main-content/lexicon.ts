import type { LightElement } from '../tree/light-node';
import { textHash } from './characters';
import { IntMap } from './int-map';
import { MAX_NAME, visitNameTokens } from './name-tokens';

/** Weights of tokens in markup names and texts. Positive for content, negative for boilerplate. */
export interface Lexicon {
  attributes: IntMap;
  /** Of words in texts. */
  words: IntMap;
}

/** The lexicon as the training writes it. */
export interface LearnedLexicon {
  attributes: ReadonlyMap<number, number>;
  words: ReadonlyMap<number, number>;
}

export function openLexicon({ attributes, words }: LearnedLexicon): Lexicon {
  return { attributes: IntMap.from(attributes, attributes.size), words: IntMap.from(words, words.size) };
}

/** Maximum number of words of a short text. Long texts have separate weights. */
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

/** May contain duplicates. */
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

/** A text as the lexicon reads it: its number of words, and the hashes of words and signs. */
interface ReadText {
  words: number;
  tokens: readonly number[];
}

/** Words and signs of money, rights and addresses, digits as one 0. Long and short texts have different tokens. */
export function visitWords({ words, tokens }: ReadText, visit: Visit): void {
  const isLong = words > MAX_LEXICON_WORDS;
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as number;
    visit(isLong ? joined(LONG, token) : token);
  }
}

/** The distinct tokens of a text. @public used by the training scripts. */
export function textTokens(text: ReadText): number[] {
  const tokens = new Set<number>();
  visitWords(text, (token) => tokens.add(token));
  return [...tokens];
}

/** Equals no hash of a word. */
const LONG = textHash(' long');

function joined(left: number, right: number): number {
  return Math.imul(left, 31) ^ right;
}
