/** What a UTF-16 unit is to the words of a text; a table, because every character of every page is asked. */
const LETTER = 1;
const DIGIT = 2;
const PUNCTUATION = 4;
/** Of scripts whose characters say as much as syllables do: two of them count as a word. */
const DENSE = 8;
/** Signs of money, rights and addresses, which are words to the lexicon. */
const SIGN = 16;
const ASCII_DIGIT = 32;
const WHITE_SPACE = 64;
/** Letters of other scripts that set no spaces between words: four of them count as a word. */
const UNSPACED = 128;

const CLASSES: readonly (readonly [RegExp, number])[] = [
  [/\p{L}/u, LETTER],
  [/\p{N}/u, DIGIT],
  [/[.,;:!?\u3002\uff0c\u3001\uff01\uff1f\uff1b\uff1a\u0964\u061f\u060c]/, PUNCTUATION],
  [/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/, DENSE],
  [/[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]/, UNSPACED],
  [/[$€£©@#]/, SIGN],
  [/[0-9]/, ASCII_DIGIT],
  [/\s/, WHITE_SPACE],
];

const classOf = Uint8Array.from({ length: 0x10000 }, (_, code) => {
  const character = String.fromCharCode(code);
  return CLASSES.reduce((sum, [pattern, flag]) => (pattern.test(character) ? sum | flag : sum), 0);
});

export function isWhiteSpace(code: number): boolean {
  return ((classOf[code] as number) & WHITE_SPACE) !== 0;
}

/** Texts are of many kinds to V8, parts of the source and copies: each look at their length costs as much as a letter. */
export function isBlankText(text: string): boolean {
  const { length } = text;
  for (let at = 0; at < length; at++) if (!isWhiteSpace(text.charCodeAt(at))) return false;
  return true;
}

export function isLetter(code: number): boolean {
  return ((classOf[code] as number) & LETTER) !== 0;
}

const DENSE_WORD = 2;
const UNSPACED_WORD = 4;
/** Room in a word of letters that words are spaced in: a whole number, as the others are. */
const ENDLESS = 0x3fffffff;
/** Characters of Latin text that say as much as a dense one. */
const CHARS_OF_DENSE = 3;

/** Letters at the beginning of a block that its words are taken from; longer blocks are running text anyway. */
const LOOKED_AT = 1500;
/** Of these, those whose words the lexicon is asked about. */
const ASKED_ABOUT = 400;

export interface TextFigures {
  /** Of scripts that set no spaces between words, so many letters in a row as make one on average. */
  words: number;
  /** Length of the text, as long as it would be in Latin letters. */
  chars: number;
  punctuation: number;
  /** Among the first LOOKED_AT characters. */
  digits: number;
  /** In all of it; white space of other kinds is not counted. */
  spaces: number;
  /** The words of the sample in lower case, hashed, in order. */
  hashes: readonly number[];
  /** As the lexicon knows them: with signs, and digits in a row as one 0; from the first ASKED_ABOUT characters. */
  tokens: readonly number[];
}

/** For the hashes of one text, whose number shows in the end: arrays that grow are copied again and again. */
const scratch = Array.from({ length: LOOKED_AT }, () => 0);

/** Reads a text once, character by character: everything that regular expressions would each read it again for. */
export function measureText(text: string): TextFigures {
  const sample = text.length > LOOKED_AT ? text.slice(0, LOOKED_AT) : text;
  const lower = sample.toLowerCase();
  // Lower case is a copy of its own; a part of the page's source is read at half the speed. Its letters are of the same
  // classes, but for one that becomes two.
  const read = lower.length === sample.length && sample.length === text.length ? lower : text;
  const { length } = text;
  const sampled = lower.length;
  let words = 0;
  let dense = 0;
  let punctuation = 0;
  let digits = 0;
  let spaces = 0;
  let inWord = false;
  /** Letters that the word has room for. */
  let room = 0;
  let hash = 0;
  let count = 0;
  for (let at = 0; at < length; at++) {
    const code = read.charCodeAt(at);
    const flags = classOf[code] as number;
    const isSampled = at < sampled;
    if ((flags & (LETTER | DIGIT)) === 0) {
      if (code === SPACE) spaces++;
      else if ((flags & PUNCTUATION) !== 0) punctuation++;
      if (inWord && isSampled) scratch[count++] = hash;
      inWord = false;
      continue;
    }
    const isUnspaced = (flags & (DENSE | UNSPACED)) !== 0;
    if (!inWord || (isUnspaced ? room === 0 || room > UNSPACED_WORD : room <= UNSPACED_WORD)) {
      if (inWord && isSampled) scratch[count++] = hash;
      inWord = true;
      words++;
      hash = SEED;
      room = !isUnspaced ? ENDLESS : (flags & DENSE) !== 0 ? DENSE_WORD : UNSPACED_WORD;
    }
    if (isUnspaced) room--;
    if ((flags & DENSE) !== 0) dense++;
    if (!isSampled) continue;
    if ((flags & DIGIT) !== 0) digits++;
    hash = Math.imul(hash ^ lower.charCodeAt(at), PRIME);
  }
  if (inWord && length <= sampled) scratch[count++] = hash;
  return {
    words,
    chars: length + (CHARS_OF_DENSE - 1) * dense,
    punctuation,
    digits,
    spaces,
    hashes: scratch.slice(0, count),
    tokens: tokensOf(lower),
  };
}

function tokensOf(lower: string): number[] {
  let count = 0;
  const end = Math.min(ASKED_ABOUT, lower.length);
  let hash = SEED;
  let inWord = false;
  let inDigits = false;
  for (let at = 0; at < end; at++) {
    const code = lower.charCodeAt(at);
    const flags = classOf[code] as number;
    if ((flags & (LETTER | DIGIT | SIGN)) === 0) {
      if (inWord) scratch[count++] = hash;
      inWord = false;
      inDigits = false;
      hash = SEED;
      continue;
    }
    inWord = true;
    const isDigit = (flags & ASCII_DIGIT) !== 0;
    if (!isDigit) hash = Math.imul(hash ^ code, PRIME);
    else if (!inDigits) hash = Math.imul(hash ^ ZERO, PRIME);
    inDigits = isDigit;
  }
  if (inWord) scratch[count++] = hash;
  return scratch.slice(0, count);
}

/** FNV-1a over UTF-16 units. */
const SEED = 0x811c9dc5 | 0;
const PRIME = 0x01000193;
const ZERO = 48;
const SPACE = 32;

/** The hash of a text with one more UTF-16 unit at its end. */
export function extendHash(hash: number, code: number): number {
  return Math.imul(hash ^ code, PRIME);
}

export function textHash(text: string): number {
  const { length } = text;
  let hash = SEED;
  for (let at = 0; at < length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), PRIME);
  return hash;
}

/** The hash of the row of three words that ends at `at`. */
export function shingleAt(hashes: readonly number[], at: number): number {
  const first = Math.imul(hashes[at - 2] as number, 31) ^ (hashes[at - 1] as number);
  return Math.imul(first, 31) ^ (hashes[at] as number);
}
