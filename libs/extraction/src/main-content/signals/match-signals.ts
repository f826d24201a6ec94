import { extendHash, measureText, textHash } from '../characters';
import { IntMap } from '../int-map';
import { visitNameTokens } from '../name-tokens';
import type { TextBlock } from '../text-blocks';
import { HEADING_SIGNALS } from './heading-signals';
import { LINE_SIGNALS } from './line-signals';
import { NAME_SIGNALS } from './name-signals';
import type { Signal } from './signal';

const PHRASE = textHash(' phrase');
/** Words of a label, which may head a section without being a heading. */
const LABEL_WORDS = 5;
/** Words of a block that can match. */
const MAX_WORDS = 12;

/** Hash of a phrase to a bit for each signal. */
interface Phrases {
  whole: IntMap;
  prefixes: IntMap;
  longest: number;
}

/** Hash of a name token to a bit for each of NAME_SIGNALS. */
export const NAME_TOKENS = compileNames();
const HEADINGS = compilePhrases(HEADING_SIGNALS, false);
const LINES = compilePhrases(LINE_SIGNALS, true);

function compileNames(): IntMap {
  const tokens = new IntMap();
  NAME_SIGNALS.forEach(({ words }, signal) => {
    const add = (token: number): void => tokens.set(token, tokens.get(token) | (1 << signal));
    for (const word of Object.values(words).flatMap((list) => list.split('|'))) {
      if (word.includes('-')) for (const kind of ['.', '#']) visitWhole(word, kind, add);
      else add(textHash(`~${word}`));
    }
  });
  return tokens;
}

function visitWhole(name: string, kind: string, visit: (token: number) => void): void {
  let isFirst = true;
  visitNameTokens(name, kind, (token) => {
    if (isFirst) visit(token);
    isFirst = false;
  });
}

function compilePhrases(signals: readonly Signal[], arePrefixes: boolean): Phrases {
  const phrases: Phrases = { whole: new IntMap(), prefixes: new IntMap(), longest: 0 };
  signals.forEach(({ words }, signal) => {
    for (const phrase of Object.values(words).flatMap((list) => list.split('|'))) {
      const isPrefix = arePrefixes || phrase.endsWith('*');
      const { hashes } = measureText(phrase);
      const hash = hashes.reduce(extendHash, PHRASE);
      const map = isPrefix ? phrases.prefixes : phrases.whole;
      map.set(hash, map.get(hash) | (1 << signal));
      phrases.longest = Math.max(phrases.longest, hashes.length);
    }
  });
  return phrases;
}

/** By block: a bit for each of HEADING_SIGNALS and of LINE_SIGNALS. */
export interface TextSignals {
  headings: Uint16Array;
  lines: Uint16Array;
}

/** `headings`: level by block, 0 for other blocks. */
export function matchTexts(blocks: readonly TextBlock[], headings: Uint8Array): TextSignals {
  const found: TextSignals = { headings: new Uint16Array(blocks.length), lines: new Uint16Array(blocks.length) };
  for (let index = 0; index < blocks.length; index++) {
    const block = blocks[index] as TextBlock;
    if (block.hashes.length > MAX_WORDS) continue;
    if (headings[index] !== 0 || block.words <= LABEL_WORDS) found.headings[index] = matchPhrases(block, HEADINGS);
    found.lines[index] = matchPhrases(block, LINES);
  }
  return found;
}

/** A phrase may have a number before or after it. */
function matchPhrases({ hashes, digits }: TextBlock, { whole, prefixes, longest }: Phrases): number {
  let found = 0;
  const numbers = digits > 0 ? 1 : 0;
  for (let start = 0; start <= numbers; start++) {
    let hash = PHRASE;
    const end = Math.min(hashes.length, start + longest);
    for (let at = start; at < end; at++) {
      hash = extendHash(hash, hashes[at] as number);
      found |= prefixes.get(hash);
      if (at + 1 >= hashes.length - (start === 0 ? numbers : 0)) found |= whole.get(hash);
    }
  }
  return found;
}
