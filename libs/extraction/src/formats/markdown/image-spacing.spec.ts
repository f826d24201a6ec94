import { parseHtml } from '../../tree/parse-html';
import { toMarkdown } from './to-markdown';

const convert = (body: string) => toMarkdown(parseHtml(`<p>${body}</p>`).root);

describe('separateImage', () => {
  it.each([
    ['is separate from the next text', '<img src=/r.png>Reset the view', '![](/r.png) Reset the view'],
    ['is separate from a word as an icon', '<img src=/r.png alt="">Reset it', '![](/r.png) Reset it'],
    ['is separate as a described image', 'See<img src=/a.png alt=Tree>here', 'See ![Tree](/a.png) here'],
    ['is separate from the previous text', 'Learn more<img src=/i.svg>', 'Learn more ![](/i.svg)'],
    ['is separate in a link', '<a href=/a><img src=/a.png alt=A1><span>Trust</span></a>', '[![A1](/a.png) Trust](/a)'],
    ['is separate from emphasis', '<img src=/n.jpg><b>G-Sync</b> is new', '![](/n.jpg) **G-Sync** is new'],
    [
      'keeps its sign of punctuation',
      'See<img src=/s.png>, then <img src=/t.png>.',
      'See ![](/s.png), then ![](/t.png).',
    ],
    ['is separate in its own link', '<a href=/v><img src=/v.png alt=Film></a>Learn', '[![Film](/v.png)](/v) Learn'],
    [
      'is apart in a box in it',
      'Get it<a href=/v><b><img src=/v.png alt=Film></b></a>',
      'Get it [**![Film](/v.png)**](/v)',
    ],
    ['is attached in a link as an initial', '<a href=/t><img src=/t.png alt=T></a>he end', '[![T](/t.png)](/t)he end'],
    [
      'is glued in a link with a text',
      'the <a href=/d>doc<img src=/e.png alt=external></a>s',
      'the [doc ![external](/e.png)](/d)s',
    ],
    [
      'is apart from what is heard',
      '<a href=/o><span class=sr-only>Option: 55 7/8 "</span><img src=/o.png alt=Desk></a>',
      '[Option: 55 7/8 " ![Desk](/o.png)](/o)',
    ],
    ['is attached within quotation marks', '<span>"</span><img src=/o.png alt=Desk>"', '"![Desk](/o.png)"'],
    ['has one space', 'a <img src=/s.png> b', 'a ![](/s.png) b'],
    ['is a part of the word as an initial', '<img src=/t.png alt=T>he end', '![T](/t.png)he end'],
    ['is a part of the word as a sign', 'Acme<img src=/r.png alt=®>', 'Acme![®](/r.png)'],
    [
      'is a part of the word as an initial without description',
      '<img src=/T.png alt="">he story',
      '![](/T.png)he story',
    ],
    ['is a part of the word as two letters', 'The <img src=/t.png alt=Th>e story', 'The ![Th](/t.png)e story'],
    ['is a part of a formula', 'E=mc<img src=/2.png alt="^2">', 'E=mc![^2](/2.png)'],
    ['is a part of the word as a sign of two units', 'so<img src=/x.png alt="𝔸𝔹𝔸">n', 'so![𝔸𝔹𝔸](/x.png)n'],
    ['is part of a text without spaces', '王<img src=/x.gif alt="">先生', '王![](/x.gif)先生'],
  ])('%s', (_, html, markdown) => {
    expect(convert(html)).toBe(markdown);
  });
});
