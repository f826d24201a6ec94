import { openView } from '../../test/open-view';
import { cutOfPage } from './cut-of-page';
import { PAGE_KINDS } from './kind/page-kinds';

const CUT = { share: 1, power: 2, least: 0, most: 1, kinds: PAGE_KINDS.map((_, kind) => 0.5 + kind / 10) };

const shareOf = (html: string, kinds: number[]): number =>
  cutOfPage(CUT, Float32Array.from(kinds), openView(html).view.blocks).share;

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
