import type { TextBlock } from '../text-blocks';
import type { FeatureGroup } from './feature-group';

const SENTENCE_END = /[.!?…。！？:”"»)]$/;

/** Length, links and punctuation of a block. */
export const textFeatures: FeatureGroup = {
  names: ['chars', 'words', 'linkShare', 'punctuation', 'endsSentence', 'longMean'],
  open({ blocks, texts }) {
    return (index, row) => {
      const block = blocks[index] as TextBlock;
      row.put(block.chars);
      row.put(block.words);
      row.put(block.linkShare);
      row.put(block.punctuation);
      row.put(Number(endsSentence(block.text)));
      row.put(texts.longMean[index] as number);
    };
  },
};

export function endsSentence(text: string): boolean {
  return SENTENCE_END.test(text.slice(-1));
}
