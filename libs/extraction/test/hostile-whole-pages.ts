import type { HOSTILE_PAGES } from './hostile-pages';
import { many } from './many';

/** Malicious HTML for the rules of whole pages; as HOSTILE_PAGES. */
export const HOSTILE_WHOLE_PAGES: typeof HOSTILE_PAGES = [
  ['lists without links around 450,000 elements', () => '<ul>'.repeat(480) + '<b>x</b>'.repeat(450_000), 600_000],
  [
    'links to parts of the page behind a heading',
    () => `<h2>x</h2>${' <a href=#x><b aria-hidden=true>#</b></a>'.repeat(60_000)}`,
    4_000_000,
  ],
  [
    'links to parts of the page in each other around a long text',
    () => `${'<a href=#x><marquee>'.repeat(240)}${'one two '.repeat(250_000)}`,
    20_000_000,
  ],
  [
    'raised texts in each other around a long one',
    () => `${'<sup>'.repeat(480)}${'one two '.repeat(250_000)}`,
    20_000_000,
  ],
  [
    'headings by their role around hidden elements',
    () => '<div role=heading aria-level=2>'.repeat(100) + '<b hidden>x</b>'.repeat(60_000),
    1_000_000,
  ],
  [
    'quotes that begin with who is quoted around a long text',
    () => `${'<blockquote><cite>'.repeat(240)}${'one two '.repeat(250_000)}`,
    20_000_000,
  ],
  [
    'lists of five links around 450,000 elements',
    () => `${'<ol>'.repeat(480)}${'<a href=/a>a</a>'.repeat(5)}${'<i>x</i>'.repeat(450_000)}`,
    600_000,
  ],
  [
    'dialogs that stay around 300,000 elements',
    () => `${'<div role=dialog>'.repeat(480)}${'<b>a b</b>'.repeat(300_000)}`,
    3_000_000,
  ],
  ['one menu 20,000 times', () => `<ul>${'<li><a href=/a>a</a>'.repeat(6)}</ul>`.repeat(20_000), 200],
  [
    'menus of a megabyte',
    () => many(4, (index) => `<ul>${`<li><a href=/${index}>abc</a>`.repeat(40_000)}</ul>`),
    5_000_000,
  ],
  [
    'hidden elements in hidden elements',
    () => `<p>x${'<div hidden>'.repeat(480)}${'x <i></i>'.repeat(50_000)}`,
    200_000,
  ],
  ['100,000 hidden elements', () => '<p>x<span hidden>y</span>'.repeat(100_000), 400_000],
  ['a hidden text of 4 MB', () => `<p>x<div class=faq hidden>${'汉字漢字 ไทย '.repeat(400_000)}</div>`, 4_000_100],
  [
    'buttons for 100,000 ids each',
    () =>
      `<b aria-expanded aria-controls="${many(100_000, (index) => `i${index} `)}">x</b><i id=i1 hidden>y</i> `.repeat(
        8,
      ),
    100,
  ],
  [
    '50,000 buttons and what they show',
    () => many(50_000, (index) => `<b aria-expanded aria-controls=i${index}>x</b> <i id=i${index} hidden>y</i> `),
    800_000,
  ],
  [
    '20,000 pieces in one hidden table',
    () =>
      `<table hidden>${many(20_000, (index) => `<tbody id="S:${index.toString(16)}"><tr><td>x</tbody>`)}</table>` +
      `<table>${many(20_000, (index) => `<template id="P:${index.toString(16)}"></template>`)}</table>`,
    300_000,
  ],
  [
    '20,000 placeholders in the fallbacks of others',
    () =>
      many(20_000, (index) => `<!--$?--><template id="B:${index.toString(16)}"></template>x`) +
      '<!--/$-->'.repeat(20_000) +
      many(20_000, (index) => `<div hidden id="S:${index.toString(16)}">y</div>`),
    100,
  ],
  [
    '50,000 elements in a row that a class hides',
    () =>
      `<p>${'x '.repeat(50_000)}</p>${'<div class="d-none alert">y</div><div class="d-none notice">y</div>'.repeat(25_000)}`,
    100_000,
  ],
  [
    '5,000 elements in each other that a class hides',
    () => `<p>x</p>${'<div class=d-none>y<div class="d-none a">'.repeat(2_500)}${'z <i></i>'.repeat(50_000)}`,
    200_000,
  ],
  [
    '20,000 addresses that Cloudflare hides',
    () =>
      '<p><span class=__cf_email__ data-cfemail=7a1b3a18541914>[email protected]</span>'.repeat(20_000) +
      '<a href=/cdn-cgi/l/email-protection#7a1b3a18541914>x</a> '.repeat(20_000),
    900_000,
  ],
  [
    '20,000 missing images in links before links with the same targets',
    () => many(20_000, (index) => `<a href=/p${index}><img src="#" alt=a></a><a href=/p${index}>t${index}</a>`),
    1_500_000,
  ],
  [
    '20,000 missing images in links with one target, and a link with it',
    () => `<div>${'<a href=/p><img src="#" alt=a></a>'.repeat(20_000)}<a href=/p>t</a>`,
    500_000,
  ],
  ['20,000 lists that are all of an item, in each other', () => `${'<ul><li>'.repeat(20_000)}x`, 100],
  ['20,000 lists that are all of an item, side by side', () => `<ul>${'<li><ul><li>x</ul>'.repeat(20_000)}`, 100_000],
  [
    '20,000 lists of an item each, in wrappers and in items of lists',
    () => `<ul>${'<li><div><nav><ul><li><ul><li><img src=/a.jpg>y</ul></ul></nav></div>x'.repeat(20_000)}`,
    900_000,
  ],
  [
    '20,000 empty links over titles',
    () =>
      many(
        20_000,
        (index) =>
          `<a href=/p${index} aria-label="View title ${index}"></a><h3><a href=/p${index}>title ${index}</a></h3>`,
      ),
    1_000_000,
  ],
  [
    '20,000 empty links before one title',
    () => `${'<a href=/p aria-label="View abc"></a>'.repeat(20_000)}<h3><a href=/p>abc</a></h3>`,
    800_000,
  ],
  [
    '20,000 children of a flex box without white space',
    () => `<div style="display:flex">${'<span>Long words</span><span>12</span>'.repeat(10_000)}</div>`,
    200_000,
  ],
  [
    '20,000 flex boxes in a row and in each other',
    () =>
      `${'<span class="flex gap-2"><b>Ab</b><i>12</i></span>'.repeat(10_000)}${'<span class=flex>a'.repeat(10_000)}`,
    200_000,
  ],
  [
    '20,000 prices with raised cents, and a raised number behind each word',
    () => `<p>${'$12<sup>49</sup> abc '.repeat(10_000)}${'$12<sup>49</sup> abc<sup>1</sup> '.repeat(10_000)}`,
    900_000,
  ],
  [
    '50,000 empty items of a numbered list',
    () => `<ol><li class=a>x${'<li class=b>'.repeat(50_000)}<li class=b>y`,
    900_000,
  ],
];
