import { parseHtml } from './parse-html';
import { serializeChildren } from './serialize-html';

const shown = (body: string): string => serializeChildren(parseHtml(body).body);
const root = (content: string, mode = 'open'): string => `<template shadowrootmode="${mode}">${content}</template>`;

describe('composeShadowRoots', () => {
  it.each([
    [
      'shows a shadow tree without slots and no light children',
      `<x-a>${root('<p>s</p>')}<p>l</p></x-a>`,
      '<x-a><p>s</p></x-a>',
    ],
    ['composes a closed root', `<x-a>${root('<p>s</p>', 'closed')}</x-a>`, '<x-a><p>s</p></x-a>'],
    ['composes the root of a standard element', `<div>${root('<b><slot></slot></b>')}l</div>`, '<div><b>l</b></div>'],
    [
      'fills the default slot with text and elements',
      `<x-a>${root('<h2>s</h2><slot>f</slot><i>e</i>')}a<p>b</p></x-a>`,
      '<x-a><h2>s</h2>a<p>b</p><i>e</i></x-a>',
    ],
    [
      'fills named slots in the order of the shadow tree',
      `<x-a>${root('<slot name=t></slot><hr><slot></slot><slot name=e></slot>')}<i slot=e>e</i><b>d</b><h2 slot=t>t</h2></x-a>`,
      '<x-a><h2 slot="t">t</h2><hr><b>d</b><i slot="e">e</i></x-a>',
    ],
    [
      'shows the fallback of a slot that nothing is assigned to',
      `<x-a>${root('<slot name=t><h2>f</h2></slot><slot></slot>')}a</x-a>`,
      '<x-a><h2>f</h2>a</x-a>',
    ],
    [
      'shows no light child of an unknown slot',
      `<x-a>${root('<slot></slot>')}<b slot=no>n</b><b>d</b></x-a>`,
      '<x-a><b>d</b></x-a>',
    ],
    [
      'fills the first of two slots of one name',
      `<x-a>${root('<slot></slot>-<slot>f</slot>')}a</x-a>`,
      '<x-a>a-f</x-a>',
    ],
    [
      'shows the first root of a host when a second is declared',
      `<x-a>${root('<p>1</p>')}${root('<p>2</p>')}</x-a>`,
      '<x-a><p>1</p></x-a>',
    ],
    [
      'composes hosts in shadow trees and in light children',
      `<x-a>${root(`<x-b>${root('<u><slot></slot></u>')}in</x-b><slot></slot>`)}<x-c>${root('<s><slot></slot></s>')}l</x-c></x-a>`,
      '<x-a><x-b><u>in</u></x-b><x-c><s>l</s></x-c></x-a>',
    ],
    [
      'forwards a slot to the slot of an inner host',
      `<x-a>${root(`<x-b>${root('<u><slot name=i>f</slot></u>')}<slot slot=i name=o></slot></x-b>`)}<b slot=o>l</b></x-a>`,
      '<x-a><x-b><u><b slot="o">l</b></u></x-b></x-a>',
    ],
    [
      'leaves out a root in an inert template',
      `a<template><x-a>${root('s')}</x-a></template>b`,
      'a<template></template>b',
    ],
    ['keeps a slot outside of shadow trees', '<slot>a</slot>', '<slot>a</slot>'],
  ])('%s', (_, body, html) => {
    expect(shown(body)).toBe(html);
  });

  it('composes deeply nested hosts in bounded depth and time', () => {
    const before = process.cpuUsage();
    const deep = `<x-a>${root(`${'<div>'.repeat(60)}<slot></slot>${'</div>'.repeat(60)}`)}`.repeat(1000);
    const html = shown(`${deep}text`);
    expect(html).toContain('<div>');
    expect(process.cpuUsage(before).user / 1e6).toBeLessThan(3);
    let depth = 0;
    let deepest = 0;
    for (const [tag] of html.matchAll(/<\/?[a-z-]+/g)) {
      depth += tag.startsWith('</') ? -1 : 1;
      deepest = Math.max(deepest, depth);
    }
    expect(deepest).toBeLessThan(2000);
  });
});
