import { type Lexicon, MAX_LEXICON_WORDS, textTokens } from './lexicon';
import type { TextBlock } from './text-blocks';

/** What the lexicon says about the words of each block; 0 where it says nothing. */
export interface TextWeights {
  /** Of the words of short blocks, and how many of them the lexicon knows. */
  mean: Float32Array;
  worst: Float32Array;
  best: Float32Array;
  known: Uint8Array;
  /** Of what stands beside what in them. */
  pairMean: Float32Array;
  pairWorst: Float32Array;
  /** Of the words of long blocks. */
  longMean: Float32Array;
  longKnown: Uint8Array;
}

export function weighTexts(blocks: readonly TextBlock[], { words }: Lexicon): TextWeights {
  const count = blocks.length;
  const weights: TextWeights = {
    mean: new Float32Array(count),
    worst: new Float32Array(count),
    best: new Float32Array(count),
    known: new Uint8Array(count),
    pairMean: new Float32Array(count),
    pairWorst: new Float32Array(count),
    longMean: new Float32Array(count),
    longKnown: new Uint8Array(count),
  };
  blocks.forEach((block, index) => {
    const tokens = textTokens(block);
    const single = weigh(tokens.words, words);
    if (block.words > MAX_LEXICON_WORDS) {
      weights.longMean[index] = single.mean;
      weights.longKnown[index] = Math.min(255, single.known);
      return;
    }
    weights.mean[index] = single.mean;
    weights.worst[index] = single.worst;
    weights.best[index] = single.best;
    weights.known[index] = single.known;
    const pairs = weigh(tokens.pairs, words);
    weights.pairMean[index] = pairs.mean;
    weights.pairWorst[index] = pairs.worst;
  });
  return weights;
}

function weigh(tokens: readonly number[], words: ReadonlyMap<number, number>) {
  let sum = 0;
  let worst = 0;
  let best = 0;
  let known = 0;
  for (const token of tokens) {
    const weight = words.get(token);
    if (weight === undefined) continue;
    sum += weight;
    known++;
    if (weight < worst) worst = weight;
    if (weight > best) best = weight;
  }
  return { mean: known === 0 ? 0 : sum / known, worst, best, known };
}
