import { parseHtml } from '../../tree/parse-html';
import { toMarkdown } from './to-markdown';

const convert = (html: string) => toMarkdown(parseHtml(html).root);

describe('isRedundantScreenReaderText', () => {
  it.each([
    ['next to it', '<a href=/a>Docs<b class=x></b><span class=sr-only>Docs</span></a>'],
    ['after white space', '<a href=/a><span>Docs</span> <span class=sr-only>Docs</span></a>'],
    [
      'beside the box of an icon',
      '<a href=/a>Docs <span><i class=icon></i><span class=u-srOnly>Docs</span></span></a>',
    ],
  ])('removes screen-reader text that repeats the text %s', (_, html) => {
    expect(convert(html)).toBe('[Docs](/a)');
  });

  it.each([
    ['another text', '<a href=/a>Docs <span class=sr-only>Guides</span></a>', '[Docs Guides](/a)'],
    ['the name of an image', '<a href=/a><img src=/i.png alt=Docs> <span class=sr-only>Docs</span></a>', 'Docs](/a)'],
    ['the text of another item', '<ul><li>Docs<li><span class=sr-only>Docs</span></ul>', '- Docs\n- Docs'],
  ])('keeps %s', (_, html, markdown) => {
    expect(convert(html)).toContain(markdown);
  });

  it.each([
    [
      'what a price is that is struck out for those who see it',
      '<del aria-hidden=true><span><bdi>$30.00</bdi></span></del> <span class=screen-reader-text>Original price was: $30.00.</span> <ins aria-hidden=true>$21.00</ins><span class=screen-reader-text>Der Preis ist: $21.00.</span>',
      '~~$30.00~~ $21.00',
    ],
    [
      'that a price is struck out',
      '<del><span class=sr-only>Reduced from</span>$20<span class=sr-only>to</span></del> $14',
      '~~$20~~ $14',
    ],
  ])('removes %s', (_, html, markdown) => {
    expect(convert(html)).toBe(markdown);
  });

  it.each([
    ['a text next to another price', '<ins aria-hidden=true>$21</ins> <span class=sr-only>of $30</span>', 'of $30'],
    [
      'a sentence',
      '<del>Old <span class=sr-only>and here is a long sentence that nobody wrote about prices</span></del>',
      'nobody wrote',
    ],
    ['a note', '<del>Old <b><i><span class=sr-only>that matters</span></i></b></del>', 'that matters'],
    ['the old price', '<del><span class=sr-only>From $30</span></del> $14', 'From $30'],
  ])('keeps %s', (_, html, markdown) => {
    expect(convert(html)).toContain(markdown);
  });
});

const convertLine = (body: string) => toMarkdown(parseHtml(`<p>${body}</p>`).root);

describe('screen-reader text', () => {
  it.each([
    ['is removed if it repeats the text', '<span aria-hidden=true>Used</span><span class=clipped>Used</span>', 'Used'],
    [
      'is removed if it describes how a link opens',
      '<a href=/a>Learn more<span class=visually-hidden> (opens in a new window)</span></a>',
      '[Learn more](/a)',
    ],
    [
      'is reduced to its other content',
      '<a href=/x><svg/><span class=sr-only>Facebook (opens in a new tab)</span></a> ' +
        '<a href=/r><span class=visually-hidden>Annual report 2023, opens in new window.\n </span></a>',
      '[Facebook](/x) [Annual report 2023](/r)',
    ],
    [
      'is removed if it repeats the text and describes how a link opens',
      '<a href=/x>Facebook<span class=sr-only>Facebook - link opens in another tab</span></a>',
      '[Facebook](/x)',
    ],
    [
      'is kept if it is about something that opens',
      '<span class=sr-only>How the shop opens in new windows of time</span>',
      'How the shop opens in new windows of time',
    ],
    [
      'is removed if white space follows the suffix',
      '<a href=/m><svg/><span class=sr-only>Map <i>(opens in a new tab)</i> </span></a>',
      '[Map](/m)',
    ],
    ['is kept if it names the price', '<span>$5</span><span class=sr-only>Old price $5</span>', '$5 Old price $5'],
    ['is kept if the amount is another', '<span>$5</span><span class=sr-only>Price $6</span>', '$5 Price $6'],
    ['is kept if it is a symbol', '<b>Name</b> <span class=sr-only>:</span> <b>Ada</b>', '**Name** : **Ada**'],
    ['is not visible text', 'very <span>very</span> good', 'very very good'],
    [
      'is separated by a space',
      '<span class=price>$34.99</span><span class=sr-only>regular price</span>',
      '$34.99 regular price',
    ],
    [
      'is kept if it is a title about opening tabs',
      '<a href=/x><span class=sr-only>How to make a link open in a new tab</span></a>',
      '[How to make a link open in a new tab](/x)',
    ],
    [
      'is kept next to a picture of the same name',
      '<a href=/x><span class=sr-only>Facebook</span><svg><title>Facebook</title></svg></a>',
      '[Facebook](/x)',
    ],
    [
      'is kept next to a picture in a box',
      '<a href=/x><span class=sr-only>Facebook</span><span><svg><title>Facebook</title></svg></span></a>',
      '[Facebook](/x)',
    ],
    [
      'is kept next to an icon of the same name',
      '<button><span class=sr-only>Search</span><i class=material-icons>search</i></button>',
      'Search',
    ],
    [
      'is kept next to an icon in a box',
      '<button><span class=sr-only>Search</span><b><i class=material-icons>search</i></b></button>',
      'Search',
    ],
    ['is kept next to noscript content', '<p><span class=sr-only>Photo</span><noscript>Photo</noscript></p>', 'Photo'],
    ['is kept if it names an amount', 'Sale<span class=sr-only>Sale price $5</span>', 'Sale Sale price $5'],
    [
      'is kept if it only starts with the same letters',
      'Car<span class=sr-only>Careers at Acme</span>',
      'Car Careers at Acme',
    ],
    ['is removed if it announces a dialog', 'Contact<span class=clipped>- opens in a new dialog</span>', 'Contact'],
    ['is kept for window blinds', 'Roller <span class=blind aria-hidden=true>blind white</span>', 'Roller blind white'],
    ['is kept as clipped text', 'By <span class=text-clipped aria-hidden=true>Four kilos</span>', 'By Four kilos'],
    [
      'is kept as a quotation',
      '<div>a <p class="quote offscreen" aria-hidden=true>The S25 is seen</p>b</div>',
      'a\n\nThe S25 is seen\n\nb',
    ],
    ['is kept as a part of a name', 'By <span class=card-sr-only aria-hidden=true>Ada</span>', 'By Ada'],
    ['is kept on wide screens', 'By <span class="sr-only md:not-sr-only" aria-hidden=true>Ada</span>', 'By Ada'],
    ['is kept if it is an amount', 'Buy <span class=sr-only aria-hidden=true>for $5</span>', 'Buy for $5'],
    ['is kept if it is an amount in words', 'x <span class=sr-only aria-hidden=true>for EUR 5</span>', 'x for EUR 5'],
    [
      'is kept above a list',
      '<div><span class=sr-only aria-hidden=true>Front</span>\n<ul><li>12MP</ul></div>',
      'Front\n\n- 12MP',
    ],
    [
      'is kept without aria-hidden',
      'Buy <span class=u-srOnly>for two</span> <span class=blind>now</span>',
      'Buy for two now',
    ],
    ['is kept before a text', '<span class=sr-only>Price:</span> $5', 'Price: $5'],
  ])('%s', (_, html, markdown) => {
    expect(convertLine(html)).toBe(markdown);
  });
});
