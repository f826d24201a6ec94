import { changes } from '../../../test/complete-choice';
import { settleContents } from './settle-contents';

const links = (...names: string[]): string =>
  `<ul>${names.map((name) => `<li><a href="#x">${name}</a>`).join('')}</ul>`;
const prose = (name: string): string => `<p>${name}${' word'.repeat(20)}.</p>`;

describe('settleContents', () => {
  it.each([
    ['drops the one entry that is kept', links('+a', 'b', 'c', 'd'), ['-a']],
    ['keeps the entries that are not', links('+a', '+b', '+c', 'd'), ['d']],
    ['leaves links to other pages', links('+a', 'b', 'c').replaceAll('#x', '/x'), []],
    ['leaves a menu of a script', links('+a', 'b', 'c').replaceAll('#x', '#'), []],
    ['leaves links to pages that a script shows', links('+a', 'b', 'c').replaceAll('#x', '#/x'), []],
  ])('%s', (_, html, texts) => {
    expect(changes(html, (page, kept) => settleContents(page, kept))).toEqual(texts);
  });

  it.each([
    ['drops the name above text', `<h2>Contents</h2>${links('a', 'b', 'c')}${prose('+d')}`, []],
    ['drops the name above a heading', `<h2>On this page:</h2>${links('a', 'b', 'c')}<h2>+d</h2>`, []],
    ['drops a name in another language', `<b>Inhaltsverzeichnis</b>${links('a', 'b', 'c')}${prose('+d')}`, []],
    ['leaves the name of entries', `<h2>Contents</h2>${links('+a', '+b', '+c')}${prose('+d')}`, ['Contents']],
    ['leaves a title', `<h1>Contents</h1>${prose('+d')}`, ['Contents']],
    ['leaves what only begins so', `<h2>Contents of the box</h2>${prose('+d')}`, ['Contents of the box']],
  ])('%s', (_, html, texts) => {
    const named = changes(html, (page, kept) => {
      page.blocks.forEach(({ text }, index) => {
        if (/^(?:Contents|On this|Inhalt)/.test(text)) kept[index] = 1;
      });
      settleContents(page, kept);
    });
    expect(named).toEqual(texts);
  });
});
