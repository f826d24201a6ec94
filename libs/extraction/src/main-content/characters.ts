/** Class of each UTF-16 unit. A table, because every character of every page is looked up. */
const LETTER = 1;
const DIGIT = 2;
const PUNCTUATION = 4;
/** Ideographs and syllables: two count as a word. */
const DENSE = 8;
/** Signs of money, rights and addresses, which are lexicon words. */
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

/** V8 has several string representations: reading the length costs as much as reading a character. */
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
/** Capacity of a word in spaced scripts: an integer, like the others. */
const ENDLESS = 0x3fffffff;
/** Latin characters per ideograph. */
const CHARS_OF_DENSE = 3;

/** Characters of a block that are read for its words. Longer blocks are running text anyway. */
const LOOKED_AT = 1500;
/** Characters whose words are looked up in the lexicon. */
const ASKED_ABOUT = 400;

export interface TextFigures {
  /** In scripts without spaces, estimated from the average word length. */
  words: number;
  /** Length of the text, converted to Latin characters. */
  chars: number;
  punctuation: number;
  /** Among the first LOOKED_AT characters. */
  digits: number;
  /** In the whole text. Other white space is not counted. */
  spaces: number;
  /** The words of the sample in lower case, hashed, in order. */
  hashes: readonly number[];
  /** Lexicon tokens: words and signs, runs of digits as one 0; from the first ASKED_ABOUT characters. */
  tokens: readonly number[];
}

/** Buffer for the hashes of one text, because growing arrays are copied repeatedly. */
const scratch = Array.from({ length: LOOKED_AT }, () => 0);

/** Measures a text in one pass. Regular expressions would need several. */
export function measureText(text: string): TextFigures {
  const sample = text.length > LOOKED_AT ? text.slice(0, LOOKED_AT) : text;
  const lower = sample.toLowerCase();
  // A lower-case copy is read twice as fast as a slice of the page's source. Its letters have the same
  // classes, except one letter that becomes two.
  const read = lower.length === sample.length && sample.length === text.length ? lower : text;
  const { length } = text;
  const sampled = lower.length;
  let words = 0;
  let dense = 0;
  let punctuation = 0;
  let digits = 0;
  let spaces = 0;
  let inWord = false;
  /** Remaining capacity of the word. */
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

/** The hash of a text extended by one UTF-16 unit. */
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
