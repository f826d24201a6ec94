import { parseHtml } from '../tree/parse-html';
import { textOf } from '../tree/walk';
import { dropHidden } from './drop-hidden';

const PROSE = 'Our mattress is made by hand of wool and of cotton that we know where it comes from.';
const CHINESE = '我们的床垫由羊毛和棉花手工制成，我们知道这些材料来自哪里，也知道是谁制作的。';
const JAPANESE = '当社のマットレスは、産地のわかるウールとコットンを使い、すべて手作業で作られています。';
const THAI = 'ที่นอนของเราทำด้วยมือจากขนสัตว์และผ้าฝ้ายซึ่งเรารู้ว่ามาจากที่ใดและใครเป็นคนทำ';
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
    ['a notice in Chinese', '<div hidden>已售罄，请稍后再来。</div>'],
    ['a menu that a button shows', `<a aria-expanded=false aria-controls=m></a><div id=m hidden>${MENU}</div>`],
    ['a dialog that a button shows', '<a aria-controls=m></a><div id=m class=modal hidden>Sign up</div>'],
    ['a form', `<div hidden>${PROSE}<input><select></select></div>`],
  ])('leaves out %s', (_, html) => {
    expect(shown(`a${html}`)).toBe('a');
  });

  it.each([
    ['the text of a tab', `<div role=tabpanel hidden>Wool</div>`, 'Wool'],
    ['a short answer that is folded away', '<div class=faq style="display:none"><p>Wool</p></div>', 'Wool'],
    ['a text in Chinese', `<div hidden>${CHINESE}</div>`, CHINESE],
    ['a text in Japanese', `<div hidden>${JAPANESE}</div>`, JAPANESE],
    ['a text in Thai', `<div hidden>${THAI}</div>`, THAI],
    ['a text about what its id names', `<div id=error-handling style="display:none">${PROSE}</div>`, PROSE],
    ['a short tab about it', '<div class=tab-pane id=search hidden>Wool</div>', 'Wool'],
    ['a tab whose class says that too', `<div class="tab-pane login" hidden>${PROSE}</div>`, PROSE],
    ['a tab of fields', '<div class=tabcontent id=forms hidden>Wool<input><input></div>', 'Wool'],
    ['a short answer of an accordion', '<div class="accordion__body answer" hidden>Wool</div>', 'Wool'],
    [
      'what a button shows',
      '<b aria-controls="z a1"></b><div id=a1 hidden>Within three days.</div>',
      'Within three days.',
    ],
    [
      'what is folded under its title',
      '<b aria-expanded=false></b> <div hidden>In three days.</div>',
      ' In three days.',
    ],
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
});
