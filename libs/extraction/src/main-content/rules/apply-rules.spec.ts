import { changes } from '../../../test/complete-choice';
import { applyRules } from './apply-rules';

/** Of a page that the scorer keeps as a whole, what the rules leave. */
const left = (html: string): string[] =>
  changes(html, (page, kept, scores) => {
    kept.fill(1);
    applyRules(page, scores, kept, false);
  });

const words = (count: number): string => 'word '.repeat(count);

describe('applyRules', () => {
  it.each([
    [
      'comments',
      '<p>Here is what our readers say:</p><ol class=comment-list><li><p>Ann</p></li><li><p>Bo</p></li></ol>',
    ],
    [
      'teasers',
      `<div><h3>You may also like</h3><p>${words(50)}, and here are all of these:</p><ul><li>Ann</li><li>Bo</li></ul></div>`,
    ],
    ['a notice', '<p>We show all of these here:</p><ul><li>Please try again later.</li></ul>'],
  ])('does not bring back %s that a sentence announces', (_, html) => {
    const texts = left(`<h1>Title</h1><p>${words(500)}.</p>${html}`);
    expect(texts.filter((text) => /^(?:Ann|Bo|Please)/.test(text))).toEqual([]);
    expect(texts.some((text) => text.endsWith(':'))).toBe(true);
  });

  it('does not bring back what is called an advertisement among blocks of its kind', () => {
    const block = (text: string, name = '') => `<div class="block ${name}"><p>${text}</p></div>`;
    const texts = left(
      `<h1>Title</h1>${block(`${words(50)}.`).repeat(9)}${block('Buy the new lamp', 'ad')}${block('End.')}`,
    );
    expect(texts).toContain('End.');
    expect(texts).not.toContain('Buy the new lamp');
  });
});
