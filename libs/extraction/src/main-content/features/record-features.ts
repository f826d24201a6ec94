import type { TextBlock } from '../text-blocks';
import type { FeatureGroup, FeatureRow } from './feature-group';
import { findPeers, type Peers } from './find-peers';
import { findAround, type Records, recordsOf } from './find-records';

const FIGURES = ['Count', 'LinkShare', 'WithDate', 'ShareOfPage', 'TextMean', 'FromTitle'];
const FIGURES_OF_OUTER = ['BlocksEach', 'CharsEach', 'WithHeading', 'WithPicture', 'WithText'];

/** Rows of records around a block, and its peers. */
export const recordFeatures: FeatureGroup = {
  names: [
    ...['siblingsAlike', 'charsOfAlike'],
    ...FIGURES.map((figure) => `inner${figure}`),
    ...FIGURES.map((figure) => `outer${figure}`),
    ...FIGURES_OF_OUTER.map((figure) => `outer${figure}`),
    ...['peers', 'peerChars', 'peerTextMean', 'peerSentences', 'peerDates', 'peerUnique', 'peerSpread', 'peerSpan'],
  ],
  open(page) {
    const { blocks, title, totalChars } = page;
    const records = recordsOf(page);
    const { inner, outer } = findAround(page, records);
    const peers = findPeers(page);
    const putRecords = (around: Records | undefined, row: FeatureRow): void => {
      if (around === undefined) {
        for (const _ of FIGURES) row.put(-1);
        return;
      }
      row.put(around.members.length);
      row.put(around.linkShare);
      row.put(around.withDate);
      row.put(around.chars / totalChars);
      row.put(around.textMean);
      row.put(title === -1 ? 0 : Math.max(-50, Math.min(200, around.start - title)));
    };
    return (index, row) => {
      const { element } = blocks[index] as TextBlock;
      const own = records[element];
      row.put(own?.members.length ?? 1);
      row.put(own === undefined ? 0 : own.chars / own.members.length);
      putRecords(records[inner[element] as number], row);
      const outermost = records[outer[element] as number];
      putRecords(outermost, row);
      row.put(outermost === undefined ? -1 : outermost.blocksEach);
      row.put(outermost === undefined ? -1 : outermost.chars / outermost.members.length);
      row.put(outermost === undefined ? -1 : outermost.withHeading);
      row.put(outermost === undefined ? -1 : outermost.withPicture);
      row.put(outermost === undefined ? -1 : outermost.withText);
      const group = peers[index] as Peers;
      const { count } = group;
      const meanChars = group.logChars / count;
      row.put(count);
      row.put(group.chars / count);
      row.put(group.textMean / count);
      row.put(group.sentences / count);
      row.put(group.dates / count);
      row.put(group.unique / count);
      row.put(Math.sqrt(Math.max(0, group.logChars2 / count - meanChars * meanChars)));
      row.put((group.last - group.first + 1) / blocks.length);
    };
  },
};
