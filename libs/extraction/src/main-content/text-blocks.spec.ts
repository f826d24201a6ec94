import { parseHtml } from '../tree/parse-html';
import { cutIntoBlocks } from './text-blocks';

const cut = (html: string) => cutIntoBlocks(parseHtml(html).body);

describe('cutIntoBlocks', () => {
  it.each([
    ['a paragraph with inline elements is one block', '<p>a <b>b</b> <a href=x>c</a> d</p>', ['a b c d']],
    [
      'ruby is in the line',
      '<p><ruby><rb>弾劾</rb><rp>(</rp><rt>だんがい</rt><rp>)</rp></ruby>の声</p>',
      ['弾劾(だんがい)の声'],
    ],
    ['text beside a block is a block', '<div>a<p>b</p>c</div>', ['a', 'b', 'c']],
    ['one line break does not end a block, two do', 'a<br>b<br><br>c<br>\n<br>d', ['a b', 'c', 'd']],
    ['a button is a block', '<p>a <button>b</button></p><span role=button>c</span> d', ['a', 'b', 'c', 'd']],
    ['a button in a sentence is a word', '<p>a <button>b</button> c <a role=button>d</a>.</p>', ['a b c d.']],
    ['what a click uncovers is a word', '<p>a <span role=button>b</span></p>', ['a b']],
    ['cells are blocks', '<table><tr><td>a</td><td>b</td></tr></table>', ['a', 'b']],
    ['what nobody reads is none', 'a<script>b</script><svg><text>c</text></svg><textarea>d</textarea>', ['a']],
    ['white space is collapsed, of every kind', '<p> a\u00a0\n\tb </p>', ['a b']],
    ['nothing gives nothing', '', []],
    ['a block may begin in a link', '<a href=x>a<div>b</div></a>', ['a', 'b']],
  ])('%s', (_, html, texts) => {
    expect(cut(html).blocks.map(({ text }) => text)).toEqual(texts);
  });

  it('makes every element a range of its blocks', () => {
    const { blocks, elements } = cut('<ul><li>a<li>b</ul><section><h2>c</h2><p>d<p>e</section>f');
    const rangeOf = (name: string) => {
      const element = elements.node.findIndex(({ localName }) => localName === name);
      return blocks.slice(elements.first[element], elements.end[element]).map(({ text }) => text);
    };
    expect(rangeOf('ul')).toEqual(['a', 'b']);
    expect(rangeOf('section')).toEqual(['c', 'd', 'e']);
    expect(rangeOf('body')).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
  });

  it('counts what is in links and buttons', () => {
    const [linked, plain, button] = cut(
      '<p><a href=#x>abc</a> def <a href=/y>ghi</a></p><p>jkl</p><div role=button>mno</div>',
    ).blocks;
    expect(linked?.linkShare).toBeCloseTo(2 / 3);
    expect(plain).toMatchObject({ linkShare: 0, buttonShare: 0 });
    expect(button).toMatchObject({ linkShare: 0, buttonShare: 1 });
  });

  it('counts pictures and controls where they stand', () => {
    const { elements } = cut('<p><a><img></a>a</p><div><input type=hidden><select><option>x</select><svg></svg></div>');
    const figures = elements.node.map(({ localName }, at) => [localName, elements.pictures[at], elements.controls[at]]);
    expect(figures).toEqual([
      ['body', 0, 0],
      ['p', 1, 0],
      ['div', 0, 1],
    ]);
  });

  it.each([
    ['One, two. Three!', { words: 3, punctuation: 3, digits: 0 }],
    ['in 2024 or so', { words: 4, punctuation: 0, digits: 4 }],
    ['日本語の文章です。', { words: 4, punctuation: 1, chars: 8 * 3 + 1 }],
    ['한국어 문장', { words: 3, chars: 5 * 3 + 1 }],
    ['新しいiPhone 17を', { words: 5 }],
    ['ภาษาไทย', { words: 2, chars: 7 }],
    ['На русском языке.', { words: 3, chars: 17 }],
    ['Éa İb ñc', { words: 3 }],
    // Its first 1500 letters in lower case are as many as all of it.
    [`İ${'a'.repeat(1499)}.`, { words: 1, punctuation: 1 }],
  ])('measures %s', (text, figures) => {
    expect(cut(`<p>${text}`).blocks[0]).toMatchObject(figures);
  });

  it('holds every text node once, whatever is nested in what', () => {
    const deep = `${'<div>a<p>b<ul><li>c'.repeat(200)}`;
    const { blocks } = cut(deep);
    const nodes = blocks.flatMap((block) => block.nodes);
    expect(new Set(nodes).size).toBe(nodes.length);
    expect(nodes).toHaveLength(600);
  });
});
