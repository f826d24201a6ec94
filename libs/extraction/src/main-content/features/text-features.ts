import { textHash } from '../characters';
import { IntMap } from '../int-map';
import { countIn } from '../page-view';
import type { TextBlock } from '../text-blocks';
import { type FeatureGroup, log } from './feature-group';

/** Words that carry sentences and stand in no menu. */
const STOP_WORDS = IntMap.ofKeys(
  'the and of to a in is for with that you der die und le la de et el en que'.split(' ').map(textHash),
);
/** Words at the start of a block that are looked up among the stop words. */
const SAMPLED_WORDS = 100;
/** Words; longer blocks are no titles. */
const TITLE_LIKE = 40;
const SENTENCE_END = /[.!?…。！？:”"»)]$/;

/** How a block reads. */
export const textFeatures: FeatureGroup = {
  names: [
    ...['chars', 'words', 'linkShare', 'buttonShare', 'punctuation', 'endsSentence', 'capitals', 'lettersPerWord'],
    ...['stopWords', 'titleShare', 'textMean', 'textWorst', 'textBest', 'pairMean', 'pairWorst', 'longMean'],
    ...['isPrice', 'isDate', 'textMean+1'],
  ],
  open({ blocks, texts, titleWords, prices, dates }) {
    return (index, row) => {
      const block = blocks[index] as TextBlock;
      const { text, words, hashes } = block;
      const sampled = block.sampledWords || 1;
      const stops = countIn(hashes, STOP_WORDS, SAMPLED_WORDS);
      row.put(log(block.chars));
      row.put(words);
      row.put(block.linkShare);
      row.put(block.buttonShare);
      row.put(log(block.punctuation));
      row.put(Number(endsSentence(text)));
      row.put(block.capitals / sampled);
      row.put(block.letters / sampled);
      row.put(stops / (Math.min(hashes.length, SAMPLED_WORDS) || 1));
      row.put(words <= TITLE_LIKE ? countIn(hashes, titleWords) / (hashes.length || 1) : 0);
      row.put(texts.mean[index] as number);
      row.put(texts.worst[index] as number);
      row.put(texts.best[index] as number);
      row.put(texts.pairMean[index] as number);
      row.put(texts.pairWorst[index] as number);
      row.put(texts.longMean[index] as number);
      row.put(prices[index] as number);
      row.put(dates[index] as number);
      row.put(texts.mean[index + 1] ?? 0);
    };
  },
};

export function endsSentence(text: string): boolean {
  return SENTENCE_END.test(text.slice(-1));
}
