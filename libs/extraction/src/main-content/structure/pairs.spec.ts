import { changes } from '../../../test/complete-choice';
import { keepPairs } from './pairs';

const kept = (html: string): string[] => changes(html, keepPairs);

const row = (label: string, value: string) => `<li class=spec><p>${label}</p><p>${value}</p></li>`;
const ROWS = row('+CPU', '+2 GHz') + row('+Weight', '523') + row('Price', '+$5');
const LONG = 'a text of nine words is neither label nor value';

describe('keepPairs', () => {
  it.each([
    ['a value of a label, and a label of a value', `<ul>${ROWS}</ul>`, ['523', 'Price']],
    ['the summary of details', '<details><summary>a</summary><p>+b c</p></details>', ['a']],
    ['the term of a description', '<dl><dt>a<dd>+b<dt>c<dd>d</dl>', ['a']],
    ['all terms of a description', '<dl><dt>a<dt>b<dd>+c</dl>', ['a', 'b']],
    [
      'the answer to a question',
      '<dl><dt>+Why?</dt><dd><p>So.</p><p>Or so.</p></dd><dt>+When?</dt><dd>+Now</dd></dl>',
      ['So.', 'Or so.'],
    ],
  ])('keeps %s', (_, html, texts) => {
    expect(kept(html)).toEqual(texts);
  });

  it.each([
    ['of two pairs', `<ul>${row('+CPU', '+2 GHz')}${row('+Weight', '523')}</ul>`],
    ['of a pair without a kept block', `<ul>${row('+a', '+b')}${row('+c', '+d')}${row('e', 'f')}</ul>`],
    ['of long texts', `<ul>${row('+a', LONG)}${row('+c', LONG)}${row('+e', LONG)}</ul>`],
    ['that is a link', `<ul>${row('+a', '+b')}${row('+c', '+d')}${row('+e', '<a href=/f>f</a>')}</ul>`],
    ['of elements with another class', `<ul>${row('+a', '+b')}${row('+c', '+d')}<li class=ad><p>+e</p><p>f</p></ul>`],
    ['that is a button', `<ul>${row('+a', '+b')}${row('+c', '+d')}${row('+e', '<button>f</button>')}</ul>`],
    [
      'of an answer of links and buttons',
      '<dl><dt>+Why?</dt><dd><p><a href=/x>So</a></p><button>Or so</button></dd></dl>',
    ],
    ['of a removed question', '<dl><dt>Why?</dt><dd>So.</dd></dl>'],
    ['of a partly kept answer', '<dl><dt>+Why?</dt><dd><p>+So.</p><p>Share</p></dd></dl>'],
    ['of a second answer', '<dl><dt>+Why?</dt><dd>+So.</dd><dd>Share</dd></dl>'],
  ])('keeps nothing %s', (_, html) => {
    expect(kept(html)).toEqual([]);
  });
});
