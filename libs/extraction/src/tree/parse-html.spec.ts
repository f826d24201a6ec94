import type { LightElement } from './light-node';
import { elementsNamed, forgetNoted } from './noted-elements';
import { parseHtml } from './parse-html';
import { serializeChildren } from './serialize-html';
import { elementsOf, textOf } from './walk';

const bodyOf = (source: string) => serializeChildren(parseHtml(source).body);

describe('parseHtml', () => {
  it.each([
    ['keeps text after CDATA in HTML', '<p>a</p><![CDATA[ x <b> y ]]><p>b</p>', '<p>a</p> y ]]&gt;<p>b</p>'],
    ['keeps text after an unclosed CDATA', '<p>a</p><![CDATA[ x > <p>b</p>', '<p>a</p> <p>b</p>'],
    ['ends a comment at --!>', 'a<!-- x --!>b', 'ab'],
    ['ends an empty comment at once', 'a<!-->b', 'ab'],
    ['merges two bodies', '<body class=x>a<div><body id=y>b</body></div>c</body>d', 'a<div>b</div>cd'],
    [
      'ends the head at the first element that is not allowed in it',
      '<head><title>t</title><div>a</div>',
      '<div>a</div>',
    ],
    ['ends the head at the first text', '<title>t</title>hello', 'hello'],
    ['keeps a script before the body in the head', '<head></head><script>x</script><body>a', 'a'],
    [
      'ends a link at the next one',
      '<p><a href=1>a <b>b<a href=2>c</a> d</p>',
      '<p><a href="1">a <b>b</b></a><a href="2">c</a> d</p>',
    ],
    [
      'leaves links that are nested around blocks',
      '<a href=1><div><a href=2>c</a></div></a>',
      '<a href="1"><div><a href="2">c</a></div></a>',
    ],
    ['omits the content of a template', 'a<template><p>x</p></template>b', 'a<template></template>b'],
    [
      'shows a declarative shadow root',
      '<my-card><template shadowrootmode="open"><p>x</p></template></my-card>',
      '<my-card><p>x</p></my-card>',
    ],
    ['accepts attribute names of Object members', '<p constructor=1>a</p>', '<p constructor="1">a</p>'],
    [
      'reads entities and writes them again',
      '<p title="a &quot;b&quot;">1 &lt; 2 &amp;amp; &nbsp;&copy;</p>',
      '<p title="a &quot;b&quot;">1 &lt; 2 &amp;amp; &nbsp;©</p>',
    ],
    [
      'reads an address with parameters as it is meant',
      '<a href="?a=1&amp=2&copy=3&lt;&amp;x&notit">a</a>',
      '<a href="?a=1&amp;amp=2&amp;copy=3<&amp;x&amp;notit">a</a>',
    ],
    [
      'reads a text area, and no script',
      '<textarea>&lt;<b></textarea><script>"&lt;"</script>',
      '<textarea>&lt;&lt;b&gt;</textarea><script>"&lt;"</script>',
    ],
    ['ends a heading at the next one', '<h1>a<h2>b</h2>c</h1>d', '<h1>a</h1><h2>b</h2>cd'],
    ['reads HTML after a self-closing SVG', '<svg/><div/>a</div>b', '<svg></svg><div>a</div>b'],
    ['closes self-closing elements in SVG', '<svg><desc/><g/>a</svg>b', '<svg><desc></desc><g></g>a</svg>b'],
    ['continues in SVG after a stray end tag', '<svg></desc><g/>a</svg>b', '<svg><g></g>a</svg>b'],
    [
      'reads HTML in the description of a drawing',
      '<svg><desc><b/>a</b></desc></svg>',
      '<svg><desc><b>a</b></desc></svg>',
    ],
    ['reads </br> as a line break', 'a</br>b', 'a<br>b'],
    [
      'reads the page behind a drawing that was never closed',
      '<svg><path d=m><p>a<p>b',
      '<svg><path d="m"></path></svg><p>a</p><p>b</p>',
    ],
    [
      'reads HTML in a drawing that holds it',
      '<svg><foreignObject><p>a</p></foreignObject><g/></svg>b',
      '<svg><foreignobject><p>a</p></foreignobject><g></g></svg>b',
    ],
    ['keeps a block in a button', '<button>a<input>b</button>c', '<button>a<input>b</button>c'],
    ['closes a select at a block', '<select><option>a<input>b', '<select><option>a</option></select><input>b'],
    ['ends a paragraph at a centred block', '<p>a<center>b</center>', '<p>a</p><center>b</center>'],
    [
      'keeps the cells of a head without a row',
      '<table><thead><td>a<td>b</thead></table>',
      '<table><thead><td>a</td><td>b</td></thead></table>',
    ],
    ['ignores other end tags of void elements', 'a</img></hr>b', 'ab'],
    [
      'ends an item at the next one, whatever is open in it',
      '<ul><li><b>a<li><p><span>b<ul><li>c</ul><li>d</ul>',
      '<ul><li><b>a</b></li><li><p><span>b<ul><li>c</li></ul></span></p></li><li>d</li></ul>',
    ],
    [
      'ends a cell and a row at the next ones, not those of a table around',
      '<table><tr><td><i>a<td><table><tr><th>b<tr><td>c</table></td></tr><tr><td>d</table>',
      '<table><tr><td><i>a</i></td><td><table><tr><th>b</th></tr><tr><td>c</td></tr></table></td></tr><tr><td>d</td></tr></table>',
    ],
    ['ends a term at the next one', '<dl><dt><b>a<dd>b<dt>c</dl>', '<dl><dt><b>a</b></dt><dd>b</dd><dt>c</dt></dl>'],
    [
      'ends no list by an item too many',
      '<ul><li>a<ul><li>b</li></li><li>c</li></ul></li><li>d</li></ul>',
      '<ul><li>a<ul><li>b</li><li>c</li></ul></li><li>d</li></ul>',
    ],
    [
      'ends no table out of a cell',
      '<div><table><tr><td>a</div>b<td>c</table>d</div>e',
      '<div><table><tr><td>ab</td><td>c</td></tr></table>d</div>e',
    ],
    [
      'does not close a block at the end tag of surrounding formatting',
      '<span><div>a</span>b</div>c',
      '<span><div>ab</div></span>c',
    ],
    ['closes formatting with its block', '<p><b>a<div>b</b>c</div>d', '<p><b>a<div>bc</div></b>d</p>'],
    [
      'ends a link with the block that it ends in',
      '<a href=1><ul><li>a</a>b</ul>c',
      '<a href="1"><ul><li>ab</li></ul></a>c',
    ],
    ['closes a heading at the end tag of another level', '<div><h2>a</h3>b</div>', '<div><h2>a</h2>b</div>'],
    ['closes a heading with its open elements', '<h3><b></p><p></b>a</h3>b', '<h3><b><p></p><p>a</p></b></h3>b'],
    [
      'ends an item with what is open in it',
      '<ul><li><b><p></b>a<li>b</ul>',
      '<ul><li><b><p>a</p></b></li><li>b</li></ul>',
    ],
    ['keeps content after the end of the page', '<div>a</body></html>b</div>c<body>d', '<div>ab</div>cd'],
    ['ignores an end tag without a name', 'a</>b</></><p>c</>', 'ab<p>c</p>'],
    ['normalises line ends', '<pre title="a\r\nb">a\r\nb\rc</pre>', '<pre title="a\nb">a\nb\nc</pre>'],
    ['replaces NUL', 'a\0b', 'a\uFFFDb'],
  ])('%s', (_title, source, expected) => {
    expect(bodyOf(source)).toBe(expected);
  });

  it('keeps the first of duplicate attributes and 400 per element', () => {
    const many = Array.from({ length: 500 }, (_, index) => ` a${index}=${index}`).join('');
    const [first, second] = parseHtml(`<p id=a ID=b class=c><p${many}>`).body.childNodes as LightElement[];
    expect(first?.attributes).toEqual([
      ['id', 'a'],
      ['class', 'c'],
    ]);
    expect(second?.attributes).toHaveLength(400);
  });

  it('merges the attributes of a second html and body into the first', () => {
    const page = parseHtml('<html lang=de><body class=a><html lang=fr dir=ltr><body class=b id=c>x');
    expect(Object.fromEntries(page.html.attributes)).toEqual({ lang: 'de', dir: 'ltr' });
    expect(Object.fromEntries(page.body.attributes)).toEqual({ class: 'a', id: 'c' });
  });

  it('reads CDATA and self-closing elements of XHTML', () => {
    const page = parseHtml('<html><head><script src="a"/></head><body><div/><p><![CDATA[a < b]]></p></body></html>', {
      xhtml: true,
    });
    expect(serializeChildren(page.body)).toBe('<div></div><p>a &lt; b</p>');
  });

  it('does not treat deeply nested scripts as text', () => {
    const { body } = parseHtml(`${'<div>'.repeat(600)}<script>"<p>"</script>a`);
    const script = [...elementsOf(body)].find(({ localName }) => localName === 'script');
    expect(script && textOf(script)).toBe('"<p>"');
  });

  it.each(['<div>', '<script/>', '<style/><p>', '<xmp/>', '<svg>', '<svg><desc>'])(
    'bounds the depth of %s and keeps all text in order',
    (tags) => {
      const page = parseHtml(`<body>${Array.from({ length: 20_000 }, (_, index) => `${tags}${index} `).join('')}`);
      expect(textOf(page.body)).toBe(Array.from({ length: 20_000 }, (_, index) => `${index} `).join(''));
      let depth = 0;
      for (const element of elementsOf(page.body)) {
        let own = 0;
        for (let node = element.parentNode; node !== null; node = node.parentNode) own++;
        depth = Math.max(depth, own);
      }
      expect(depth).toBeLessThan(520);
    },
  );

  it.each([
    [
      '<base href=/a><p><a href=1>x<img src=y></p><template><a href=2></template><svg><title>t</title></svg><head><link>',
    ],
    ['<table><a href=1><tr><td><script>x</script><noscript><img></noscript></table><template><template><a></template>'],
  ])('records the elements of %s that are searched later', (source) => {
    const { root } = parseHtml(source);
    const names = 'a area base head html iframe img link meta noscript script style title'.split(' ');
    const walked = [...elementsOf(root)].filter(({ localName }) => names.includes(localName));
    expect(elementsNamed(root, ...names)).toEqual(walked);
    forgetNoted(root);
    expect(elementsNamed(root, ...names)).toEqual(walked);
  });

  it('limits the number of nodes and sets truncated', () => {
    const page = parseHtml('<i></i>'.repeat(500_001));
    expect(page.truncated).toBe(true);
    expect(parseHtml('<i></i>').truncated).toBe(false);
  });
});
