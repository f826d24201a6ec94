import { IntMap } from '../int-map';
import type { TextBlock } from '../text-blocks';
import type { FeatureGroup } from './feature-group';

/** Words of a shingle. */
const SHINGLE = 4;
/** Words of a block that is longer than a label. */
const LONG = 8;
/** Shingles of most pages. */
const EXPECTED = 4000;
const MAX_COPIES = 10;

/** Repetition of earlier text: quoted posts, cloned carousels, repeated menus. */
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

/** By block: share of its shingles that occur in an earlier block. */
function shareSaidBefore(blocks: readonly TextBlock[]): Float32Array {
  /** First block of each shingle, counted from 1. */
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
