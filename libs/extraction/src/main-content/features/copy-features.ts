import type { TextBlock } from '../text-blocks';
import type { FeatureGroup } from './feature-group';

/** Words in a row that are looked for in the blocks before. */
const SHINGLE = 4;
/** Words of a block that is no label. */
const LONG = 8;
const MAX_COPIES = 10;
const MAX_BLOCKS_SINCE = 200;

/** Whether the page has said it before: quoted posts, cloned carousels, menus that come twice. */
export const copyFeatures: FeatureGroup = {
  names: ['copiesBefore', 'sinceCopy', 'saidBefore', 'longSaidBefore'],
  open({ blocks }) {
    const seen = new Map<string, { count: number; last: number }>();
    const copies = blocks.map(({ text }, index) => {
      const before = seen.get(text);
      seen.set(text, { count: (before?.count ?? 0) + 1, last: index });
      return { count: before?.count ?? 0, since: before === undefined ? -1 : index - before.last };
    });
    const said = shareSaidBefore(blocks);
    return (index, row) => {
      const { count, since } = copies[index] as { count: number; since: number };
      row.put(Math.min(MAX_COPIES, count));
      row.put(Math.min(MAX_BLOCKS_SINCE, since));
      row.put(said[index] as number);
      row.put((blocks[index] as TextBlock).hashes.length >= LONG ? (said[index] as number) : -1);
    };
  },
};

/** Of the rows of four words of each block, the share that stood in an earlier one. */
function shareSaidBefore(blocks: readonly TextBlock[]): Float32Array {
  const first = new Map<number, number>();
  return Float32Array.from(blocks, ({ hashes }, index) => {
    const length = Math.min(SHINGLE, hashes.length);
    const count = hashes.length === 0 ? 0 : hashes.length - length + 1;
    let before = 0;
    for (let at = 0; at < count; at++) {
      let hash = length;
      for (let word = at; word < at + length; word++) hash = (Math.imul(hash, 1000003) + (hashes[word] as number)) | 0;
      const holder = first.get(hash);
      if (holder === undefined) first.set(hash, index);
      else if (holder < index) before++;
    }
    return count === 0 ? 0 : before / count;
  });
}
