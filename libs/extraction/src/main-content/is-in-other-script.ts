import type { TextBlock } from './text-blocks';

/** Share of letters that are not Latin, and characters that tell it. */
const OTHER_LETTERS = 0.5;
const LOOKED_AT = 2000;
const LATIN = /[a-z\u00c0-\u024f]/gi;
const LETTERS = /\p{L}/gu;

/**
 * Whether the blocks are in a script that no real page of the training is in: there the scorer doubts what it tells from
 * a text elsewhere. `kept`, by block: 1 is looked at; without, all are.
 */
export function isInOtherScript(blocks: readonly TextBlock[], kept?: Uint8Array): boolean {
  let sample = '';
  for (let index = 0; index < blocks.length && sample.length < LOOKED_AT; index++) {
    if (kept?.[index] !== 0) sample += (blocks[index] as TextBlock).text.slice(0, LOOKED_AT);
  }
  const letters = sample.match(LETTERS)?.length ?? 0;
  return letters - (sample.match(LATIN)?.length ?? 0) > OTHER_LETTERS * letters;
}
