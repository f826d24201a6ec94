import type { TextBlock } from '../text-blocks';
import type { FeatureGroup, FeatureRow } from './feature-group';
import { findPeers, type Peers } from './find-peers';
import { findAround, type Records, recordsOf } from './find-records';

/** The rows of records that a block belongs to, and the blocks in the same kind of place. */
export const recordFeatures: FeatureGroup = {
  names: [
    ...['siblingsAlike', 'charsOfAlike', 'innerCount', 'innerShareOfPage', 'innerTextMean', 'innerFromTitle'],
    ...['outerBlocksEach', 'outerCharsEach', 'outerCount', 'outerShareOfPage', 'outerTextMean', 'outerFromTitle'],
    ...['peers', 'peerChars', 'peerTextMean', 'peerSentences', 'peerUnique', 'peerSpread', 'peerSpan'],
  ],
  open(page) {
    const { blocks, title, totalChars } = page;
    const records = recordsOf(page);
    const { inner, outer } = findAround(page, records);
    const peers = findPeers(page);
    const putAround = (around: Records | undefined, row: FeatureRow): void => {
      row.put(around === undefined ? -1 : around.members.length);
      row.put(around === undefined ? -1 : around.chars / totalChars);
      row.put(around === undefined ? -1 : around.textMean);
      row.put(around === undefined ? -1 : title === -1 ? 0 : Math.max(-50, Math.min(200, around.start - title)));
    };
    return (index, row) => {
      const { element } = blocks[index] as TextBlock;
      const own = records[element];
      row.put(own?.members.length ?? 1);
      row.put(own === undefined ? 0 : own.chars / own.members.length);
      putAround(records[inner[element] as number], row);
      const outermost = records[outer[element] as number];
      row.put(outermost === undefined ? -1 : outermost.blocksEach);
      row.put(outermost === undefined ? -1 : outermost.chars / outermost.members.length);
      putAround(outermost, row);
      const group = peers[index] as Peers;
      const { count } = group;
      const meanChars = group.logChars / count;
      row.put(count);
      row.put(group.chars / count);
      row.put(group.textMean / count);
      row.put(group.sentences / count);
      row.put(group.unique / count);
      row.put(Math.sqrt(Math.max(0, group.logChars2 / count - meanChars * meanChars)));
      row.put((group.last - group.first + 1) / blocks.length);
    };
  },
};
