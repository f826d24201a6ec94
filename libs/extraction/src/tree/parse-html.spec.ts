import { parseHtml } from './parse-html';
import { serializeChildren } from './serialize-html';
import { elementsOf, textOf } from './walk';

const bodyOf = (source: string) => serializeChildren(parseHtml(source).body);

describe('parseHtml', () => {
  it.each([
    ['keeps what follows CDATA in HTML', '<p>a</p><![CDATA[ x <b> y ]]><p>b</p>', '<p>a</p> y ]]&gt;<p>b</p>'],
    ['keeps what follows an unclosed CDATA', '<p>a</p><![CDATA[ x > <p>b</p>', '<p>a</p> <p>b</p>'],
    ['ends a comment at --!>', 'a<!-- x --!>b', 'ab'],
    ['ends an empty comment at once', 'a<!-->b', 'ab'],
    ['makes one body of two', '<body class=x>a<div><body id=y>b</body></div>c</body>d', 'a<div>b</div>cd'],
    ['ends the head at the first element that cannot be in it', '<head><title>t</title><div>a</div>', '<div>a</div>'],
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
    ['leaves out the content of a template', 'a<template><p>x</p></template>b', 'a<template></template>b'],
    [
      'shows a declarative shadow root',
      '<my-card><template shadowrootmode="open"><p>x</p></template></my-card>',
      '<my-card><p>x</p></my-card>',
    ],
    ['keeps attribute names of Object itself apart', '<p constructor=1>a</p>', '<p constructor="1">a</p>'],
    [
      'reads entities and writes them again',
      '<p title="a &quot;b&quot;">1 &lt; 2 &amp;amp; &nbsp;&copy;</p>',
      '<p title="a &quot;b&quot;">1 &lt; 2 &amp;amp; &nbsp;©</p>',
    ],
    ['replaces NUL', 'a\0b', 'a\uFFFDb'],
  ])('%s', (_title, source, expected) => {
    expect(bodyOf(source)).toBe(expected);
  });

  it('merges the attributes of a second html and body into the first', () => {
    const page = parseHtml('<html lang=de><body class=a><html lang=fr dir=ltr><body class=b id=c>x');
    expect(page.html.attributes).toEqual({ lang: 'de', dir: 'ltr' });
    expect(page.body.attributes).toEqual({ class: 'a', id: 'c' });
  });

  it('reads CDATA and self-closing elements of XHTML', () => {
    const page = parseHtml('<html><head><script src="a"/></head><body><div/><p><![CDATA[a < b]]></p></body></html>', {
      xhtml: true,
    });
    expect(serializeChildren(page.body)).toBe('<div></div><p>a &lt; b</p>');
  });

  it('bounds the depth and keeps all text in order', () => {
    const page = parseHtml(Array.from({ length: 20_000 }, (_, index) => `<div>${index} `).join(''));
    expect(textOf(page.body)).toBe(Array.from({ length: 20_000 }, (_, index) => `${index} `).join(''));
    let depth = 0;
    for (const element of elementsOf(page.body)) {
      let own = 0;
      for (let node = element.parentNode; node !== null; node = node.parentNode) own++;
      depth = Math.max(depth, own);
    }
    expect(depth).toBeLessThan(520);
  });

  it('bounds the number of nodes and says so', () => {
    const page = parseHtml('<i></i>'.repeat(500_001));
    expect(page.truncated).toBe(true);
    expect(parseHtml('<i></i>').truncated).toBe(false);
  });
});
