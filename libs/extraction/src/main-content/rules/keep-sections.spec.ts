import { changes } from '../../../test/complete-choice';
import { keepSections } from './keep-sections';

const prose = (name: string, words = 12): string => `${name}${' word'.repeat(words)}.`;
/** The scorer is sure of headings, which are letters here, and in doubt about the rest. */
const kept = (html: string, doubt = 0.2): string[] =>
  changes(
    html,
    (page, choice, scores) => keepSections(page, scores, choice),
    (text) => (text.length < 3 ? 0.5 : doubt),
  ).map((text) => text.split(' ')[0] ?? '');

describe('keepSections', () => {
  it.each([
    ['what is written below a kept heading', `<h2>+A</h2><p>${prose('a')}</p><h2>+B</h2><p>+b</p>`, ['a']],
    ['nothing below a heading that goes', `<h2>A</h2><p>${prose('a')}</p><h2>+B</h2><p>+b</p>`, []],
    ['nothing of a section of which some is kept', `<h2>+A</h2><p>+a</p><p>${prose('b')}</p><h2>+B</h2><p>+b</p>`, []],
    ['no links', `<h2>+A</h2><p><a href="/x">${prose('a')}</a></p><h2>+B</h2><p>+b</p>`, []],
    ['nothing below a date', `<h5>+4</h5><p>${prose('a')}</p><h2>+B</h2><p>+b</p>`, []],
    ['no labels', '<h2>+A</h2><p>By somebody</p><h2>+B</h2><p>+b</p>', []],
    ['nothing behind the content', `<h2>+A</h2><p>+a</p><h2>+B</h2><p>${prose('b')}</p>`, []],
    ['nothing that comes twice', `<h2>+A</h2><p>${prose('a')}</p><h2>+B</h2><p>+b</p><p>${prose('a')}</p>`, []],
  ])('keeps %s', (_, html, texts) => {
    expect(kept(html)).toEqual(texts);
  });

  it('keeps links and labels that are likely content, at the end too', () => {
    const links = `<li><a href="/x">${prose('a')}</a><li><a href="/y">b</a>`;
    expect(kept(`<h2>+A</h2><p>+a</p><h2>+B</h2><ul>${links}</ul>`, 0.45)).toEqual(['a', 'b']);
  });

  it('leaves what the scorer is sure of', () => {
    expect(kept(`<h2>+A</h2><p>${prose('a')}</p><h2>+B</h2><p>+b</p>`, 0.1)).toEqual([]);
  });
});
