import { openView } from '../../../test/open-view';
import { PAGE_KINDS } from '../kind/page-kinds';
import { CONFIDENCE_FIGURE_NAMES, confidenceFigures } from './confidence-figures';

const KINDS = Float32Array.from(PAGE_KINDS, (_, kind) => (kind === 0 ? 1 : 0));

function figuresOf(html: string, scores: number[], threshold = 0.5) {
  const { view } = openView(html);
  const figures = confidenceFigures({ view, kinds: KINDS, scores: Float32Array.from(scores), threshold });
  return (name: string) => figures[CONFIDENCE_FIGURE_NAMES.indexOf(name)];
}

describe('confidenceFigures', () => {
  const html = '<p>one two three four</p><p>five six</p><p><a href=x>seven eight</a></p>';

  it.each([
    ['keptShare', 0.5],
    ['keptBlocks', 1],
    ['linksKept', 0],
    ['runs', 1],
    ['expectedPrecision', 1],
    ['agreement-0.2', 2 / 2.5],
    ['agreement0.1', 1],
    ['is:article', 1],
  ])('computes %s', (name, value) => {
    expect(figuresOf(html, [1, 0.4, 0])(name)).toBeCloseTo(value, 5);
  });

  it('has a larger entropy for uncertain blocks', () => {
    const certain = figuresOf(html, [1, 0, 0])('entropy');
    expect(certain).toBe(0);
    expect(figuresOf(html, [0.6, 0.5, 0.4])('entropy')).toBeGreaterThan(0.9);
  });

  it('is finite for pages without blocks and without kept blocks', () => {
    for (const [page, scores] of [
      ['', []],
      [html, [0, 0, 0]],
    ] as const)
      for (const name of CONFIDENCE_FIGURE_NAMES)
        expect(figuresOf(page, [...scores])(name)).toEqual(expect.any(Number));
  });
});
