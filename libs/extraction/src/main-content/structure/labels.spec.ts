import { changes } from '../../../test/complete-choice';
import { keepLabels } from './labels';

const kept = (html: string): string[] => changes(html, keepLabels);

const NAMES = ['Field Notes', 'Harbour Lights', 'North Window'];
/** A list of records: the label above each name, and the kept description. */
const records = (above: (at: number) => string): string =>
  NAMES.map(
    (name, at) =>
      `<li><div class=card>${above(at)}<h3>+${name}</h3><p>+${name} is one of the things that we sell</p></div>`,
  ).join('');
const times = (label: string): string[] => NAMES.map(() => label);

describe('keepLabels', () => {
  it.each([
    [
      'the rating and the badge above each of some shops',
      records(() => '<div class=meta><span>Rated: </span><b>Good</b></div><p class=pill>New</p>'),
      ['Rated: Good', 'New', 'Rated: Good', 'New', 'Rated: Good', 'New'],
    ],
    [
      'a heading that each of some reviews has',
      NAMES.map((name) => `<h2>+${name}</h2><h4>Best for</h4><p>+Whoever likes ${name} and little else</p>`).join(''),
      times('Best for'),
    ],
    [
      'the language above each of some examples',
      NAMES.map((name) => `<div class=example-header>js</div><pre>+const shop = open("${name}", { at: 9 })</pre>`).join(
        '',
      ),
      times('js'),
    ],
    [
      'all bylines if most name the same author',
      records((at) => `<p class=byline>by ${at === 2 ? 'Bo Ek' : 'Ann Lee'}</p>`),
      ['by Ann Lee', 'by Ann Lee', 'by Bo Ek'],
    ],
  ])('keeps %s', (_, html, texts) => {
    expect(kept(html)).toEqual(texts);
  });

  it.each([
    ['copies without text between them', `<p>Expires 01/01/26</p><p>Expires 01/01/26</p>${records(() => '')}`],
    ['actions', records(() => '<p>Add to cart</p><p>Vergleichen</p>').replaceAll('Vergleichen', 'Compare')],
    ['buttons', records(() => '<button>Reserve yours</button>')],
    ['check boxes', records(() => '<div><input type=checkbox><label>Reserve yours</label></div>')],
    ['links', records(() => '<a href=/all>All things</a>')],
    ['captions', records(() => '<figure><img src=a.png><figcaption>Studio Ek</figcaption></figure>')],
    ['photo credits', records(() => '<div>Photo: Studio Ek</div>')],
    ['a label of a single record', records((at) => (at === 0 ? '<p>New</p>' : ''))],
    ['labels of removed records', records(() => '<p>New</p>').replaceAll('+', '')],
    ['labels of copies of one text', '<p>New</p><p>+one text that a carousel has again</p>'.repeat(3)],
  ])('keeps nothing of %s', (_, html) => {
    expect(kept(html)).toEqual([]);
  });
});
