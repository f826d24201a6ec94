import { parseHtml } from '../tree/parse-html';
import { textOf } from '../tree/walk';
import { dropHidden } from './drop-hidden';

const PROSE = 'Our mattress is made by hand of wool and of cotton that we know where it comes from.';
const SHOWN = `<p>${PROSE} ${PROSE}</p>`.repeat(3);
const MENU = `<ul>${'abcdef'.replace(/./g, '<li><a href=/$&>$&</a>')}</ul>`;

function shown(body: string): string {
  const { body: root } = parseHtml(`${SHOWN}<section>${body}</section>`);
  dropHidden(root);
  const section = root.lastChild;
  return section === null ? '' : textOf(section as typeof root);
}

describe('dropHidden', () => {
  it.each([
    ['a notice for another case', '<div class=badge style="display: none">Sold out</div>'],
    ['a message of a form', '<div hidden>Oops! Something went wrong.</div>'],
    ['a dialog', `<div hidden role=dialog>${PROSE}</div>`],
    ['a dialog that is not open', `<dialog>${PROSE}</dialog>`],
    ['what its name calls so', `<div class="site-modal x" style="color:red;DISPLAY:none">${PROSE}</div>`],
    ['a menu', `<div hidden>${MENU} ${MENU}</div>`],
    ['a form', `<div hidden>${PROSE}<input><select></select></div>`],
  ])('leaves out %s', (_, html) => {
    expect(shown(`a${html}`)).toBe('a');
  });

  it.each([
    ['the text of a tab', `<div role=tabpanel hidden>Wool</div>`, 'Wool'],
    ['an answer that is folded away', `<div class=faq style="display:none"><p>${PROSE}</p></div>`, PROSE],
    ['an item or row that is folded away', '<ul><li style="display:none">Wool</ul>', 'Wool'],
    ['what a search finds', '<div hidden=until-found>Wool</div>', 'Wool'],
    ['what is not hidden', '<div class=modal><dialog open>Wool</dialog></div>', 'Wool'],
    ['the title of the page, whatever it lies in', '<div class=loading hidden><h1>Wool</h1></div>', 'Wool'],
    ['a formula for those who hear it', '<span style="display: none"><math><mi>x</mi></math></span>', 'x'],
  ])('keeps %s', (_, html, text) => {
    expect(shown(html)).toBe(text);
  });

  it('keeps a page that is hidden until its scripts have run', () => {
    const { body } = parseHtml(`<div class=overlay style="display:none">${SHOWN}</div><p>Welcome</p>`);
    dropHidden(body);
    expect(textOf(body)).toContain(PROSE);
  });

  it('writes a menu once that is there for two widths', () => {
    expect(shown(`<nav>${MENU}</nav><div class=mobile>${MENU}</div>`)).toBe('abcdef');
    expect(shown(`<nav>${MENU}</nav>${MENU.replace('/c', '/x')}`)).toBe('abcdefabcdef');
    expect(shown('<ul><li><a href=/a>a</a></ul>'.repeat(2))).toBe('aa');
  });
});
