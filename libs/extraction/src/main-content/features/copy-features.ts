import { IntMap } from '../int-map';
import type { TextBlock } from '../text-blocks';
import { type FeatureGroup, log } from './feature-group';

/** Words in a row that are looked for in the blocks before. */
const SHINGLE = 4;
/** Words of a block that is no label. */
const LONG = 8;
/** Rows of words; most pages have fewer. */
const EXPECTED = 4000;
const MAX_COPIES = 10;
const MAX_BLOCKS_SINCE = 200;

/** Whether the page has said it before: quoted posts, cloned carousels, menus that come twice. */
export const copyFeatures: FeatureGroup = {
  names: [
    ...['copiesBefore', 'sinceCopy', 'saidBefore', 'longSaidBefore'],
    ...['copiesAfter', 'runningSinceCopy', 'headingBefore', 'headingAfter'],
  ],
  open({ blocks, headings, sums: { running }, copies: { copyBefore, copiesBefore } }) {
    const said = shareSaidBefore(blocks);
    const { copiesAfter, headingBefore, headingAfter } = followCopies(copyBefore, headings);
    return (index, row) => {
      const copy = copyBefore[index] as number;
      row.put(Math.min(MAX_COPIES, copiesBefore[index] as number));
      row.put(copy === -1 ? -1 : Math.min(MAX_BLOCKS_SINCE, index - copy));
      row.put(said[index] as number);
      row.put((blocks[index] as TextBlock).hashes.length >= LONG ? (said[index] as number) : -1);
      row.put(Math.min(MAX_COPIES, copiesAfter[index] as number));
      row.put(copy === -1 ? -1 : log((running[index] as number) - (running[copy + 1] as number)));
      row.put(headingBefore[index] as number);
      row.put(headingAfter[index] as number);
    };
  },
};

/** By block: how many say the same behind it, and whether a heading does, before and behind. */
function followCopies(copyBefore: Int32Array, headings: Uint8Array) {
  const copiesAfter = new Int32Array(copyBefore.length);
  const headingBefore = new Uint8Array(copyBefore.length);
  const headingAfter = new Uint8Array(copyBefore.length);
  const isHeading = (index: number): boolean => (headings[index] as number) > 0;
  copyBefore.forEach((before, index) => {
    if (before !== -1 && (isHeading(before) || headingBefore[before] === 1)) headingBefore[index] = 1;
  });
  for (let index = copyBefore.length - 1; index >= 0; index--) {
    const before = copyBefore[index] as number;
    if (before === -1) continue;
    copiesAfter[before] = (copiesAfter[index] as number) + 1;
    if (isHeading(index) || headingAfter[index] === 1) headingAfter[before] = 1;
  }
  return { copiesAfter, headingBefore, headingAfter };
}

/** Of the rows of four words of each block, the share that stood in an earlier one. */
function shareSaidBefore(blocks: readonly TextBlock[]): Float32Array {
  /** The block that said it first, counted from 1. */
  const first = new IntMap(EXPECTED);
  const shares = new Float32Array(blocks.length);
  blocks.forEach(({ hashes }, index) => {
    const length = Math.min(SHINGLE, hashes.length);
    const count = hashes.length === 0 ? 0 : hashes.length - length + 1;
    let before = 0;
    for (let at = 0; at < count; at++) {
      let hash = length;
      for (let word = at; word < at + length; word++) hash = (Math.imul(hash, 1000003) + (hashes[word] as number)) | 0;
      const holder = first.get(hash);
      if (holder === 0) first.set(hash, index + 1);
      else if (holder <= index) before++;
    }
    if (count > 0) shares[index] = before / count;
  });
  return shares;
}
