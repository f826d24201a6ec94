import type { TextBlock } from '../text-blocks';
import { type FeatureGroup, log } from './feature-group';
import { findPeers, type Peers } from './find-peers';
import { findAround, recordsOf } from './find-records';

const FIGURES = [
  ...['Count', 'BlocksEach', 'CharsEach', 'LinkShare', 'WithHeading', 'WithPicture', 'WithPrice', 'WithDate'],
  ...['WithText', 'ShareOfPage', 'Place', 'Rank', 'TextMean', 'FromTitle'],
];

/** The innermost row of records that a block belongs to, the outermost, and the blocks in the same kind of place. */
export const recordFeatures: FeatureGroup = {
  names: [
    ...['siblingsAlike', 'charsOfAlike'],
    ...FIGURES.map((figure) => `inner${figure}`),
    ...FIGURES.map((figure) => `outer${figure}`),
    ...[
      'peers',
      'peerChars',
      'peerLinkShare',
      'peerTextMean',
      'peerSentences',
      'peerDates',
      'peerUnique',
      'peerSpread',
    ],
    ...['peerPlace', 'peerSpan'],
  ],
  open(page) {
    const { blocks, elements, title, totalChars } = page;
    const records = recordsOf(page);
    const { inner, outer } = findAround(page, records);
    const peers = findPeers(page);
    return (index, row) => {
      const { element } = blocks[index] as TextBlock;
      const own = records[element];
      row.put(log(own?.members.length ?? 1));
      row.put(log(own === undefined ? 0 : own.chars / own.members.length));
      for (const member of [inner[element] as number, outer[element] as number]) {
        const around = records[member];
        if (around === undefined) {
          for (const _ of FIGURES) row.put(-1);
          continue;
        }
        const count = around.members.length;
        const first = elements.first[member] as number;
        row.put(log(count));
        row.put(log(around.blocksEach));
        row.put(log(around.chars / count));
        row.put(around.linkShare);
        row.put(around.withHeading);
        row.put(around.withPicture);
        row.put(around.withPrice);
        row.put(around.withDate);
        row.put(around.withText);
        row.put(around.chars / totalChars);
        row.put((index - first) / ((elements.end[member] as number) - first));
        row.put(around.rank);
        row.put(around.textMean);
        row.put(title === -1 ? 0 : Math.max(-50, Math.min(200, around.start - title)));
      }
      const { group, place } = peers[index] as { group: Peers; place: number };
      const { count } = group;
      const meanChars = group.logChars / count;
      row.put(log(count));
      row.put(log(group.chars / count));
      row.put(group.linked / group.chars);
      row.put(group.textMean / count);
      row.put(group.sentences / count);
      row.put(group.dates / count);
      row.put(group.unique / count);
      row.put(Math.sqrt(Math.max(0, group.logChars2 / count - meanChars * meanChars)));
      row.put(Math.min(100, place));
      row.put((group.last - group.first + 1) / blocks.length);
    };
  },
};
