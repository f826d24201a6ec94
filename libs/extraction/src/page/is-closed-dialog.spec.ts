import { parseHtml } from '../tree/parse-html';
import { textOf } from '../tree/walk';
import { dropHidden } from './drop-hidden';

const PROSE = 'Ada leads our workshop. She has made mattresses of wool for twenty years and teaches those who begin.';
const SHOWN = `<h1>Mattresses</h1><p>${PROSE} ${PROSE}</p><p>${PROSE} ${PROSE}</p>`;
const MENU = `<ul>${'abcdef'.replace(/./g, '<li><a href=/$&>$&</a>')}</ul>`;

function shown(body: string, page = SHOWN): string {
  const { body: root } = parseHtml(`${page}<section>a${body}</section>`);
  dropHidden(root);
  return textOf(root.lastChild as typeof root);
}

describe('isClosedDialog', () => {
  it.each([
    ['a form', `<div role=dialog class="modal fade"><p>${PROSE}</p><input></div>`],
    ['an off-canvas form', `<div role=dialog aria-hidden=true><p>${PROSE}</p><input></div>`],
    ['a modal form', `<div role=dialog aria-modal=true><p>${PROSE}</p><input></div>`],
    ['a menu', `<aside role=dialog class=menu-drawer>Menu ${MENU}</aside>`],
    ['a question', '<div role=alertdialog aria-modal=true>Remove the product? <button>Yes</button></div>'],
    ['a message', '<div role=dialog class=popup><h2>Added to your cart</h2></div>'],
    ['a consent dialog', `<div role=dialog id=cookie-notice>${PROSE}</div>`],
    ['a consent dialog named by its label', `<div role=alertdialog aria-label="Your privacy">${PROSE}</div>`],
    ['a consent dialog named by its container', `<div id=consent-banner><div role=dialog>${PROSE}</div></div>`],
  ])('removes %s from a whole page', (_, html) => {
    expect(shown(html)).toBe('a');
  });

  it.each([
    [
      'a text that a button shows',
      `<div role=dialog aria-modal=true class=modal><h2>Ada</h2>${PROSE}</div>`,
      'Ada leads',
    ],
    ['a short text without a class', '<div role=dialog id=ada>Ada leads</div>', 'Ada leads'],
    ['an open dialog', '<dialog open class=modal>Ada leads</dialog>', 'Ada leads'],
    ['a video', '<div role=dialog class=modal>Ada leads <video src=a.mp4></video></div>', 'Ada leads'],
    ['a table in inches', '<div role=dialog class=modal>Unit <input> <table><tr><td>S<td>35</table></div>', 'S35'],
    ['consent to a study', `<div role=dialog id=informed-consent>${PROSE}</div>`, 'Ada leads'],
    ['an article', '<div role=dialog aria-modal=true><article>Ada leads</article><input></div>', 'Ada leads'],
    ['the main element', '<div role=dialog aria-modal=true><main>Ada leads</main><input></div>', 'Ada leads'],
    ['a text about edible cookies', `<div role=dialog class=cookie-recipe>${PROSE}</div>`, 'Ada leads'],
    ['other elements', '<div class="modal cookie">Ada leads</div>', 'Ada leads'],
  ])('keeps %s', (_, html, text) => {
    expect(shown(html)).toContain(text);
  });

  it.each([
    ['most of the page', `<div role=dialog aria-modal=true><h2>Log in</h2>${PROSE}<input></div>`, '<p>Welcome</p>'],
    ['its only title', '<div role=dialog aria-modal=true><h1>Log in</h1><input></div>', `<p>${PROSE} ${PROSE}</p>`],
  ])('keeps a form that contains %s', (_, html, page) => {
    expect(shown(html, page)).toContain('Log in');
  });

  it('removes a form with a title', () => {
    expect(shown('<div role=dialog aria-modal=true><h1>Log in</h1><input></div>')).toBe('a');
  });
});
