import { changes } from '../../../test/complete-choice';
import { dropBareHeadings } from './drop-bare-headings';

const WORDS = 'ten chairs that others have bought in the last days';
/** The scorer is sure of what others have bought, and of buttons. */
const dropped = (html: string, score = 0.1): string[] =>
  changes(
    `<head><title>Chairs of oak</title></head>${html}`,
    (page, choice, scores) => dropBareHeadings(page, scores, choice),
    (text) => (text.endsWith(WORDS) || text === 'Buy now' ? score : 0.9),
  );

describe('dropBareHeadings', () => {
  it.each([
    ['at the end', `<h2>+A</h2><p>+a</p><h2>+B</h2><p>${WORDS}</p>`, ['-B']],
    ['among others', `<h2>+A</h2><p>${WORDS}</p><h2>+B</h2><p>+b</p>`, ['-A']],
    ['with the headings below it', `<h2>+A</h2><p>${WORDS}</p><h3>+B</h3><p>${WORDS}</p>`, ['-A', '-B']],
  ])('drops a heading without its section, %s', (_, html, texts) => {
    expect(dropped(html)).toEqual(texts);
  });

  it.each([
    ['above something that stays', `<h2>+A</h2><p>+${WORDS}</p><p>${WORDS}</p>`],
    ['above a section that stays', `<h2>+A</h2><p>${WORDS}</p><h3>+B</h3><p>+b</p>`],
    [
      'above a part that stays behind one that goes',
      `<h2>+A</h2><p>${WORDS}</p><h3>B</h3><p>${WORDS}</p><h3>+C</h3><p>+c</p>`,
    ],
    ['above text below a heading that is out', `<h2>+A</h2><p>${WORDS}</p><h3>B</h3><p>+b</p>`],
    ['above a button', '<h2>+A</h2><p>Buy now</p>'],
    ['that is the title', `<h2>+Chairs of oak</h2><p>${WORDS}</p>`],
    ['of the first level', `<h1>+A</h1><p>${WORDS}</p><h2>Chairs of oak</h2>`],
    ['of two lines', `<h2><div>+A</div><div>+B</div></h2><p>${WORDS}</p>`],
  ])('keeps a heading %s', (_, html) => {
    expect(dropped(html)).toEqual([]);
  });

  it('keeps a heading whose section the scorer doubts', () => {
    expect(dropped(`<h2>+A</h2><p>${WORDS}</p>`, 0.3)).toEqual([]);
  });
});
