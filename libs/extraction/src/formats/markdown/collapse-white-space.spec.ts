import fc from 'fast-check';
import TurndownService from 'turndown';
import { parseHtml } from '../../tree/parse-html';
import { collapseWhiteSpace } from './collapse-white-space';

describe('collapseWhiteSpace', () => {
  it('leaves what turndown would leave', () => {
    const piece = fc.oneof(
      fc.constantFrom(...'p div b i span br img pre li input'.split(' ')).map((tag) => `<${tag} src=x>`),
      fc.constantFrom(...'p div b i span pre li'.split(' ')).map((tag) => `</${tag}>`),
      fc.constantFrom(' ', '\n', ' \t ', 'a', ' a', 'a ', ' a\n b ', '&nbsp;', ' &nbsp; '),
    );
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 30 }), (pieces) => {
        const [ours, theirs] = [true, false].map((isCollapsed) => {
          const { root } = parseHtml(pieces.join(''));
          if (isCollapsed) collapseWhiteSpace(root);
          return new TurndownService().turndown(root as unknown as TurndownService.Node);
        });
        expect(ours).toBe(theirs);
      }),
      { numRuns: 1000 },
    );
  });
});
