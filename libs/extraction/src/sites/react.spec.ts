import { parseHtml } from '../tree/parse-html';
import { serializeChildren } from '../tree/serialize-html';
import { depthOf, elementsOf, textOf } from '../tree/walk';
import { placeStreamedContent } from './react';

function place(source: string) {
  const page = parseHtml(`<body>${source}`);
  placeStreamedContent(page);
  for (const script of [...elementsOf(page.body)].filter(({ localName }) => localName === 'script'))
    script.parentNode?.removeChild(script);
  return page;
}

const call = (text: string) => `<script>$RC=function(b,c){};${text}</script>`;

describe('placeStreamedContent', () => {
  it.each([
    [
      'in place of the fallback',
      `<main>a<!--$?--><template id="B:0"></template><p>Loading<!-- --> it</p><!--/$-->c</main><div hidden id="S:0"><p>b</p></div>${call('$RC("B:0","S:0")')}`,
      '<main>a<p>b</p>c</main>',
    ],
    [
      'at the placeholder named by the script',
      `<!--$?--><template id="B:0"></template>x<!--/$--><!--$?--><template id="B:1"></template>y<!--/$--><div hidden id="S:7">b</div><div hidden id="S:8">a</div>${call('$RC("B:1","S:7");$RR("B:0","S:8",[["a.css"]])')}`,
      'ab',
    ],
    [
      'in nested pieces',
      `<!--$?--><template id="B:0"></template>…<!--/$--><div hidden id="S:1">b</div>${call('$RS("S:1","P:1")')}<div hidden id="S:0">a<template id="P:1"></template>c</div>${call('$RC("B:0","S:0")')}`,
      'abc',
    ],
    [
      'after boundaries without a placeholder',
      '<!--$?--><template id="B:0"></template>x<!--$-->y<!--/$-->z<!--/$-->b<div hidden id="S:0">a</div>',
      'ab',
    ],
    [
      'by its number, without comments and scripts',
      '<template id="B:0"></template><div>Loading paragraph...</div><p>b</p><div hidden id="S:0">a</div>',
      'a<p>b</p>',
    ],
    [
      'before a fallback without an end comment',
      '<template id="B:0"></template><div>b</div><div hidden id="S:0">a</div>',
      'a<div>b</div>',
    ],
    [
      'in place of a fallback that contains a placeholder',
      `a<!--$?--><template id="B:0"></template>spin<!--$?--><template id="B:1"></template>x<!--/$--><!--/$-->c<div hidden id="S:0">0</div><div hidden id="S:1">1</div>`,
      'a0c',
    ],
    [
      'in place of a fallback that contains complete boundaries',
      '<!--$?--><template id="B:0"></template>x<!--$-->y<!--$?--><template id="B:1"></template>z<!--/$--><!--/$-->x<!--/$-->b<div hidden id="S:0">a</div>',
      'ab',
    ],
    [
      'as rows of a hidden table',
      '<table><tbody><tr><td>a</td></tr><template id="P:0"></template></tbody></table><table hidden><tbody id="S:0"><tr><td>b</td></tr></tbody></table>',
      '<table><tbody><tr><td>a</td></tr><tr><td>b</td></tr></tbody></table>',
    ],
    [
      'as cells',
      '<table><tbody><tr><template id="P:0"></template></tr></tbody></table><table hidden><tr id="S:0"><td>b</td></tr></table>',
      '<table><tbody><tr><td>b</td></tr></tbody></table>',
    ],
    [
      'and keeps the rest of the hidden table',
      '<template id="P:0"></template><table hidden><tbody id="S:0"><tr><td>b</td></tr></tbody><tbody><tr><td>c</td></tr></tbody></table>',
      '<tr><td>b</td></tr><table hidden=""><tbody><tr><td>c</td></tr></tbody></table>',
    ],
  ])('places streamed content %s', (_, source, body) => {
    expect(serializeChildren(place(source).body)).toBe(body);
  });

  it.each([
    '<template id="B:0"></template>a',
    '<div hidden id="S:0">a</div>',
    '<div hidden id="S:0">a<template id="P:0"></template></div>',
    '<template id="P:1"></template>a<h1 id="S:1">b</h1>',
    '<template id="P:1"></template><div hidden><p id="S:1">b</p></div>',
    '<template id="x"></template><div hidden id="S:0">a</div>',
  ])('does not change %s', (source) => {
    expect(serializeChildren(place(source).body)).toBe(serializeChildren(parseHtml(`<body>${source}`).body));
  });

  it('places thousands of pieces and limits the depth of the tree', () => {
    const count = 20_000;
    const pieces = Array.from(
      { length: count },
      (_, index) =>
        `<div hidden id="S:${index.toString(16)}">x<b><template id="P:${(index + 1).toString(16)}"></template></b></div>`,
    );
    const before = process.cpuUsage();
    const { body } = place(`<template id="P:0"></template>${pieces.join('')}`);
    const { user, system } = process.cpuUsage(before);
    expect(textOf(body)).toHaveLength(count);
    expect((user + system) / 1000).toBeLessThan(5000);
    const depth = Math.max(...[...elementsOf(body)].filter(({ localName }) => localName === 'b').map(depthOf));
    expect(depth).toBeLessThan(200);
  });
});
