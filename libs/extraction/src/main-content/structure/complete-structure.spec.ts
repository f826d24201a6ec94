import fc from 'fast-check';
import { changes } from '../../../test/complete-choice';
import { kindsOfPages } from '../../../test/kinds-of-pages';
import { openView } from '../../../test/open-view';
import { serializeChildren } from '../../tree/serialize-html';
import { completeStructure } from './complete-structure';
import { INVARIANTS } from './invariants';

const PAGES = kindsOfPages.map(({ html }) => openView(html));

describe('completeStructure', () => {
  it('gives the same result for every order of the invariants', () => {
    const choices = fc.record({
      order: fc.shuffledSubarray([...INVARIANTS], { minLength: INVARIANTS.length }),
      page: fc.constantFrom(...PAGES),
      seed: fc.array(fc.integer({ min: 0, max: 1 }), { minLength: 30, maxLength: 30 }),
    });
    fc.assert(
      fc.property(choices, ({ order, page: { view }, seed }) => {
        const chosen = Uint8Array.from(view.blocks, (_, index) => seed[(index * 7) % seed.length] as number);
        const [expected, permuted] = [chosen.slice(), chosen.slice()];
        completeStructure(view, expected);
        completeStructure(view, permuted, order);
        expect(permuted).toEqual(expected);
      }),
      { numRuns: 200 },
    );
  });

  it.each(INVARIANTS.map(({ name, apply }) => ({ name, apply })))(
    'never removes a block or changes the page: $name',
    ({ apply }) => {
      for (const { view, root } of PAGES) {
        const html = serializeChildren(root);
        const chosen = Uint8Array.from(view.blocks, (_, index) => Number(index % 3 === 0));
        const kept = chosen.slice();
        apply(view, kept);
        expect(chosen.filter((is, index) => is === 1 && kept[index] === 0)).toHaveLength(0);
        expect(serializeChildren(root)).toBe(html);
      }
    },
  );

  it('keeps the heading of a section that one invariant completed', () => {
    const html = '<h2>a</h2><div><p>+b</p><table><tr><th>c<td>d e f g</table></div>';
    expect(changes(html, (page, kept) => completeStructure(page, kept))).toEqual(['a', 'c', 'd e f g']);
  });

  it('has at most ten invariants', () => {
    expect(INVARIANTS.length).toBeLessThanOrEqual(10);
  });
});
