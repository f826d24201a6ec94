import { openView } from '../../../test/open-view';
import { PAGE_KINDS } from '../kind/page-kinds';
import { mainContentModel } from '../main-content-model';
import { contentVerdict } from './content-verdict';

const kinds = Float32Array.from(PAGE_KINDS, (kind) => (kind === 'forum' ? 0.9 : 0.1 / 6));
const verdict = (confidence: number) => {
  const { view } = openView('<p>one two three');
  const page = { view, kinds, scores: Float32Array.of(0.9), threshold: 0.5 };
  return contentVerdict(page, { ...mainContentModel(), confidence: () => confidence, lowConfidence: 0.5 });
};

describe('contentVerdict', () => {
  it.each([
    [0.4949, { kind: 'forum', confidence: 0.49, isLow: true }],
    [0.4999, { kind: 'forum', confidence: 0.5, isLow: true }],
    [0.5, { kind: 'forum', confidence: 0.5, isLow: false }],
    [0.977, { kind: 'forum', confidence: 0.98, isLow: false }],
  ])('reports the most probable kind and a confidence of %d with two decimals', (confidence, expected) => {
    expect(verdict(confidence)).toEqual(expected);
  });
});
