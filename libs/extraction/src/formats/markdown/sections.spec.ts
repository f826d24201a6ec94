import { kindsOfPages } from '../../../test/kinds-of-pages';
import { RENDERERS } from '../../../test/render-markdown';
import { splitSections } from '../../../test/split-sections';
import { parseHtml } from '../../tree/parse-html';
import { elementsOf, textOf } from '../../tree/walk';
import { toMarkdown } from './to-markdown';

const split = (html: string) => splitSections(toMarkdown(parseHtml(html).root));

describe('the sections of a document', () => {
  it('include the path of headings and whole tables and code blocks', () => {
    const html =
      '<p>x</p><h1>A</h1><div><p>a</p><h2>B <code>b</code></h2></div><pre># no heading\n\n## nor this</pre>' +
      '<h3>C</h3><table><tr><th>h<th>i<tr><td>1<br># 2<td>3</table><h2>D</h2><ul><li># e</ul>';
    expect(split(html)).toEqual([
      { path: [], level: 0, text: 'x' },
      { path: ['A'], level: 1, text: 'a' },
      { path: ['A', 'B `b`'], level: 2, text: '```\n# no heading\n\n## nor this\n```' },
      { path: ['A', 'B `b`', 'C'], level: 3, text: '| h | i |\n| --- | --- |\n| 1<br># 2 | 3 |' },
      { path: ['A', 'D'], level: 2, text: '- \\# e' },
    ]);
  });

  // The heading of a card in a list belongs to the item.
  it.each(kindsOfPages)('begin at each heading of a page, at its level: $kind', ({ html }) => {
    const headings = [...elementsOf(parseHtml(html).body)].filter(
      (element) =>
        /^h[1-6]$/.test(element.localName) && element.parentNode?.localName !== 'li' && textOf(element).trim() !== '',
    );
    const levels = split(html).flatMap(({ level }) => (level === 0 ? [] : [level]));
    expect(levels).toEqual(headings.map(({ localName }) => Number(localName.charAt(1))));
  });

  const GUIDE =
    '<h1>Configure the server</h1><p>Two files.</p><h2>Settings</h2><table><caption>All of them</caption><tr><th>Name<th>Default' +
    '<tr><td><code>a|b</code><td><pre># none\n\n## at all</pre><tr><td><h4>port</h4><td>8080<br>or 80</table>' +
    '<h2>Start it<a href="#start">#</a></h2><ol><li>Write a file<pre><code>#!/bin/sh\n# start\n\n```\n## not a heading\n```\n</code></pre>' +
    '<li><h3>Run it</h3><p>As root:</p><div class="highlight-source-sh"><pre># systemctl start</pre></div></ol>' +
    '<h2>Questions</h2><pre>```md\n## not a heading\n```\n# nor this</pre><details><summary><h3>Why root?</h3></summary><p># is its prompt</p></details><blockquote><h3>Note</h3># 1</blockquote>';

  it.each([...kindsOfPages, { kind: 'a guide with tables and listings', html: GUIDE }])(
    'hold tables and code whole: $kind',
    ({ html }) => {
      const countBlocks = (markdown: string): Record<string, number> => {
        const rendered = RENDERERS.map(([, render]) => render(markdown)).join('');
        return Object.fromEntries(['<table', '<tr', '<pre'].map((tag) => [tag, rendered.split(tag).length - 1]));
      };
      const sum = split(html).reduce<Record<string, number>>((all, { text }) => {
        const own = countBlocks(text);
        return Object.fromEntries(Object.entries(own).map(([tag, count]) => [tag, (all[tag] ?? 0) + count]));
      }, {});
      expect(sum).toEqual(countBlocks(toMarkdown(parseHtml(html).root)));
    },
  );

  it('match the outline of a guide', () => {
    expect(split(GUIDE).map(({ path }) => path.join(' / '))).toEqual([
      '',
      'Configure the server',
      'Configure the server / Settings',
      'Configure the server / Start it',
      'Configure the server / Questions',
      'Configure the server / Questions / Why root?',
    ]);
  });

  it.each([
    ['a heading in a link', '<a href=/x><h2>A</h2><p>b</p></a>'],
    ['a heading with a line break', '<h2>A<br>b</h2>'],
    ['a heading in emphasis', '<b><h2>A</h2></b>'],
    ['a heading directly after text', 'x<h2>A</h2>y'],
    ['a heading after a list', '<ul><li>x</ul><h2>A</h2>'],
    ['a heading after code that contains a fence', '<pre>```\n# x</pre><h2>A</h2>'],
  ])('start at %s', (_title, html) => {
    expect(split(html).filter(({ level }) => level > 0)).toHaveLength(1);
  });
});
