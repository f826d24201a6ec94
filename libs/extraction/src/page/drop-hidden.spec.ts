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
    ['a state notice', '<div class=badge style="display: none">Sold out</div>'],
    ['a message of a form', '<div hidden>Oops! Something went wrong.</div>'],
    ['a dialog', `<div hidden role=dialog>${PROSE}</div>`],
    ['a dialog that is not open', `<dialog>${PROSE}</dialog>`],
    ['an element with a class of notices', `<div class="site-modal x" style="color:red;DISPLAY:none">${PROSE}</div>`],
    ['a menu', `<div hidden>${MENU} ${MENU}</div>`],
    ['a notice in Chinese', '<div hidden>已售罄，请稍后再来。</div>'],
    ['a menu opened by a button', `<a aria-expanded=false aria-controls=m></a><div id=m hidden>${MENU}</div>`],
    ['a dialog opened by a button', '<a aria-controls=m></a><div id=m class=modal hidden>Sign up</div>'],
    ['a notice for old browsers', `<div class="blockMessage js-browserWarning" style="display: none">${PROSE}</div>`],
    ['a notice hidden by Bootstrap', '<div class="stock d-none">Sold out</div>'],
    ['a notice that Bootstrap shows only in print', '<div class="d-none d-print-block">Sold out</div>'],
    ['a menu hidden by Bootstrap', `<div class=d-none>${MENU} ${MENU}</div>`],
    ['a form hidden by Bootstrap', `<div class=d-none>${PROSE}<input><select></select></div>`],
    ['a menu of Invision', `<ul class="ipsMenu ipsHide">${MENU}</ul>`],
    ['a hidden field of Gravity Forms', '<div class="gfield gfield_visibility_hidden">Lead source</div>'],
    ['a honeypot field of Gravity Forms', '<div class="gfield gform_validation_container">Leave this blank</div>'],
    ['an element of Magento without content', '<div class="no-display">Compare Products</div>'],
    ['a button of Complianz', '<button class="cmplz-btn cmplz-hidden">Manage consent</button>'],
    ['a notice hidden by Tailwind', '<div class="sold hidden">Sold out</div>'],
    ['a dialog hidden by Tailwind', `<div role=dialog class=hidden>${PROSE}</div>`],
    ['an element with a class of notices hidden by Tailwind', `<div class="addItemModal hidden">${PROSE}</div>`],
    ['a notice after a link to a page', '<p><a href=/b>b</a></p><div class=hidden>Sold out</div>', 'b'],
    ['a dialog after a script link', `<a href="#">b</a><div class="modal hidden">${PROSE}</div>`, 'b'],
    ['a notice after a text that does not end with a link', '<p><a>b</a>.</p><div hidden>Sold out</div>', 'b.'],
    ['a long dialog with a camel-case class', `<div class="newsletterPopUp d-none">${PROSE}</div>`],
    ['a form', `<div hidden>${PROSE}<input><select></select></div>`],
  ])('removes %s', (_, html, rest = '') => {
    expect(shown(`<p>a</p>${html}`)).toBe(`a${rest}`);
  });

  it.each([
    ['the text of a tab', `<div role=tabpanel hidden>Wool</div>`, 'Wool'],
    ['a collapsed short answer', '<div class=faq style="display:none"><p>Wool</p></div>', 'Wool'],
    ['a text in Chinese', `<div hidden>${CHINESE}</div>`, CHINESE],
    ['a text in Japanese', `<div hidden>${JAPANESE}</div>`, JAPANESE],
    ['a text in Thai', `<div hidden>${THAI}</div>`, THAI],
    ['a text about the topic in its id', `<div id=error-handling style="display:none">${PROSE}</div>`, PROSE],
    ['a short tab about the topic in its id', '<div class=tab-pane id=search hidden>Wool</div>', 'Wool'],
    ['a tab with the topic in its class', `<div class="tab-pane login" hidden>${PROSE}</div>`, PROSE],
    ['a tab with form fields', '<div class=tabcontent id=forms hidden>Wool<input><input></div>', 'Wool'],
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
    ['a collapsed item or row', '<ul><li style="display:none">Wool</ul>', 'Wool'],
    ['an element that page search reveals', '<div hidden=until-found>Wool</div>', 'Wool'],
    ['visible elements', '<div class=modal><dialog open>Wool</dialog></div>', 'Wool'],
    ['the page title in any element', '<div class=loading hidden><h1>Wool</h1></div>', 'Wool'],
    ['elements that Bootstrap shows on wide screens', '<div class="d-none d-lg-block">Wool</div>', 'Wool'],
    ['elements that Tailwind shows on wide screens', '<div class="hidden md:block">Wool</div>', 'Wool'],
    ['elements that Tailwind shows in wide containers', '<div class="hidden @xl:flex">Wool</div>', 'Wool'],
    ['elements shown on phones', '<div class="hidden mobile__block">Wool</div>', 'Wool'],
    ['elements with similar class names', '<div class="overflow-hidden is-hidden">Wool</div>', 'Wool'],
    [
      'a long text with a hiding class',
      `<div class=hidden>${PROSE}</div><div class=d-none>${PROSE}</div>`,
      PROSE + PROSE,
    ],
    ['a long list of links with a hiding class', `<div class=hidden>${MENU} ${MENU}</div>`, 'abcdef abcdef'],
    ['a tab with a hiding class', '<div class="tab-pane d-none">Wool</div>', 'Wool'],
    ['one card of several', '<div class=card>Wool</div><div class="card d-none">Silk</div>', 'WoolSilk'],
    [
      'one of a row that shares a class with the one before',
      '<b class="view active">W</b><b class="view hidden">H</b><b class="view d-none x">D</b>',
      'WHD',
    ],
    ['an element that shares a class with the next one', '<b class="q d-none">W</b> <b class="q current">H</b>', 'W H'],
    [
      'the rest of a sentence',
      '<p>of oak<b class=hidden> and beech</b> <a href="/">more</a></p>',
      'of oak and beech more',
    ],
    ['the start of a sentence', '<p><b class=d-none>Two</b> oaks</p>', 'Two oaks'],
    ['content expanded by a link', '<p><a href="#">Answer</a></p><div class=hidden>It is 42.</div>', 'AnswerIt is 42.'],
    ['content expanded by a script link', '<a href="javascript:a()">A</a> <i hidden>It is 42.</i>', 'A It is 42.'],
    ['content expanded by a link without a URL', '<p><b><a>A</a> </b></p> <i class=d-none>42</i>', 'A  42'],
    ['content expanded by a link', '<p>A <a href="https://b.example/c#">B</a></p><div class=hidden>42</div>', 'A B42'],
    ['content expanded by a click', '<div onclick="a()">A<br></div><i style="display:none">42</i>', 'A42'],
    ['a solution', '<b></b><div class="solution d-none">42</div>', '42'],
    [
      'a spoiler, a hint and more',
      '<i class="spoiler" hidden>A</i><i class=hint hidden>B</i><i class=more hidden>C</i>',
      'ABC',
    ],
    ['a long text about errors', `<div class=errorCodes style="display:none">${PROSE}</div>`, PROSE],
    ['a long text of a menu', `<div class=menuSection hidden>${PROSE}</div>`, PROSE],
    ['a long text of a form hidden by a class', `<div class="form-text d-none">${PROSE}</div>`, PROSE],
    ...['initial', 'unset', 'revert', 'flow-root', 'ruby'].map((shows) => [
      `what Tailwind shows by ${shows}`,
      `<div class="hidden md:${shows}">Wool</div>`,
      'Wool',
    ]),
    ['a short answer below its question', '<button>Washing?</button><div class=hidden>No.</div>', 'Washing?No.'],
    [
      'content with a hiding class opened by a button',
      '<b aria-controls=a1></b><div id=a1 class=d-none>No.</div>',
      'No.',
    ],
    ['a card with a picture', '<div class=d-none><img src=a.jpg>Silk</div>', 'Silk'],
    ['a small table', '<div class=hidden><table><tr><td>Silk</table></div>', 'Silk'],
    ['the name of a link', '<a href=/><i></i><span class=d-none>Home</span></a>', 'Home'],
    ['a formula for screen readers', '<span style="display: none"><math><mi>x</mi></math></span>', 'x'],
    ['a title for search engines', '<h1 class=d-none>Wool mattress</h1>', 'Wool mattress'],
  ])('keeps %s', (_, html, text) => {
    expect(shown(html)).toBe(text);
  });

  it('keeps a page that a class hides until scripts run', () => {
    const { body } = parseHtml(`<div class="overlay d-none">${SHOWN}</div><p hidden>Sold out</p><p>Welcome</p>`);
    dropHidden(body);
    expect(textOf(body)).toContain(PROSE);
    expect(textOf(body)).not.toContain('Sold out');
  });

  it('keeps elements hidden by class if most of the page is hidden', () => {
    const text = (word: string) => `${word} `.repeat(40);
    const { body } = parseHtml(
      `<p>${text('shown')}</p><dialog>${text('first')}</dialog><div class="modal d-none">${text('other')}</div>`,
    );
    dropHidden(body);
    expect(textOf(body)).toBe(text('shown') + text('other'));
  });

  it('keeps a page that attributes hide until scripts run', () => {
    const { body } = parseHtml(`<div class=overlay style="display:none">${SHOWN}</div><p>Welcome</p>`);
    dropHidden(body);
    expect(textOf(body)).toContain(PROSE);
  });
});
