import type { IntMap } from './int-map';
import { type Lexicon, MAX_LEXICON_WORDS, visitWords } from './lexicon';
import type { TextBlock } from './text-blocks';

/** Lexicon weights of the words of each block; 0 for unknown words. */
export interface TextWeights {
  /** Of short blocks: weights, and number of known words. */
  mean: Float32Array;
  worst: Float32Array;
  known: Uint8Array;
  /** Of long blocks. */
  longMean: Float32Array;
  longKnown: Uint8Array;
}

export function weighTexts(blocks: readonly TextBlock[], { words }: Lexicon): TextWeights {
  const count = blocks.length;
  const weights: TextWeights = {
    mean: new Float32Array(count),
    worst: new Float32Array(count),
    known: new Uint8Array(count),
    longMean: new Float32Array(count),
    longKnown: new Uint8Array(count),
  };
  const weigher = new Weigher(words);
  for (let index = 0; index < count; index++) {
    const block = blocks[index] as TextBlock;
    weigher.start();
    visitWords(block, weigher.hear);
    if (block.words > MAX_LEXICON_WORDS) {
      weights.longMean[index] = weigher.mean;
      weights.longKnown[index] = Math.min(255, weigher.known);
      continue;
    }
    weights.mean[index] = weigher.mean;
    weights.worst[index] = weigher.worst;
    weights.known[index] = weigher.known;
  }
  return weights;
}

/** Adds up the weights of distinct tokens. */
class Weigher {
  worst = 0;
  private sum = 0;
  private readonly heard: number[] = [];

  constructor(private readonly words: IntMap) {}

  start(): void {
    this.worst = 0;
    this.sum = 0;
    this.heard.length = 0;
  }

  get known(): number {
    return this.heard.length;
  }

  get mean(): number {
    return this.known === 0 ? 0 : this.sum / this.known;
  }

  readonly hear = (token: number): void => {
    const weight = this.words.get(token);
    if (weight === 0 || this.heard.includes(token)) return;
    this.heard.push(token);
    this.sum += weight;
    if (weight < this.worst) this.worst = weight;
  };
}
