import { openView } from '../../test/open-view';
import { cutOfPage, keepAbove, thresholdOf } from './choose-blocks';
import { PAGE_KINDS } from './kind/page-kinds';

const CUT = { share: 0.6, power: 2, least: 0.12, most: 0.65, kinds: [] };

function choose(probabilities: number[], words: number[]): number[] {
  const blocks = words.map((count) => ({ words: count }));
  const scores = Float32Array.from(probabilities);
  return [...keepAbove(scores, thresholdOf(scores, blocks, CUT))];
}

describe('thresholdOf', () => {
  test.each([
    { title: 'is nearly one half on a certain page', p: [0.99, 0.4, 0.99, 0.01], kept: [1, 0, 1, 0] },
    { title: 'is low on a page without probable blocks', p: [0.3, 0.3, 0.25, 0.02], kept: [1, 1, 1, 0] },
    { title: 'is never below `least`', p: [0.13, 0.11, 0.05, 0.01], kept: [1, 0, 0, 0] },
    { title: 'keeps no block of a page without content', p: [0.1, 0.05, 0.02, 0], kept: [0, 0, 0, 0] },
    { title: 'keeps every block of a page that is all content', p: [0.9, 0.8, 0.95, 0.85], kept: [1, 1, 1, 1] },
  ])('$title', ({ p, kept }) => {
    expect(choose(p, [50, 50, 50, 50])).toEqual(kept);
  });

  it('weighs blocks by their words', () => {
    expect(choose([0.95, 0.42], [400, 40])).toEqual([1, 0]);
    expect(choose([0.95, 0.42], [10, 4000])).toEqual([1, 1]);
  });

  it('accepts blocks without words and pages without blocks', () => {
    expect(choose([0.9, 0.1], [0, 0])).toEqual([1, 0]);
    expect(choose([], [])).toEqual([]);
  });

  it('does not depend on the order of blocks', () => {
    const p = [0.2, 0.7, 0.2, 0.7, 0.45, 0.2];
    const kept = choose(p, [10, 20, 10, 20, 30, 10]);
    expect(choose([...p].reverse(), [10, 30, 20, 10, 20, 10])).toEqual([...kept].reverse());
  });
});

const KIND_CUT = { share: 1, power: 2, least: 0, most: 1, kinds: PAGE_KINDS.map((_, kind) => 0.5 + kind / 10) };

const shareOf = (html: string, kinds: number[]): number =>
  cutOfPage(KIND_CUT, Float32Array.from(kinds), openView(html).view.blocks).share;

describe('cutOfPage', () => {
  it.each([
    ['the factor of a certain kind', [0, 1, 0, 0, 0, 0, 0], 0.6],
    ['the factors of several kinds by their probabilities', [0.5, 0, 0, 0, 0.5, 0, 0], 0.7],
  ])('applies %s', (_, kinds, share) => {
    expect(shareOf('<p>Ten chairs for a small room', kinds)).toBeCloseTo(share, 5);
  });

  it('leaves the cut of a page in a script without training pages', () => {
    expect(shareOf('<p>Десять стульев для маленькой комнаты', [0, 1, 0, 0, 0, 0, 0])).toBe(1);
  });
});
