import { IntMap } from '../int-map';
import type { TextBlock } from '../text-blocks';
import type { FeatureGroup } from './feature-group';

/** Words in a row that are looked for in the blocks before. */
const SHINGLE = 4;
/** Words of a block that is no label. */
const LONG = 8;
/** Rows of words; most pages have fewer. */
const EXPECTED = 4000;
const MAX_COPIES = 10;

/** Whether the page has said it before: quoted posts, cloned carousels, menus that come twice. */
export const copyFeatures: FeatureGroup = {
  names: ['copiesBefore', 'saidBefore', 'longSaidBefore', 'runningSinceCopy'],
  open({ blocks, sums: { running }, copies: { copyBefore, copiesBefore } }) {
    const said = shareSaidBefore(blocks);
    return (index, row) => {
      const copy = copyBefore[index] as number;
      row.put(Math.min(MAX_COPIES, copiesBefore[index] as number));
      row.put(said[index] as number);
      row.put((blocks[index] as TextBlock).hashes.length >= LONG ? (said[index] as number) : -1);
      row.put(copy === -1 ? -1 : (running[index] as number) - (running[copy + 1] as number));
    };
  },
};

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
