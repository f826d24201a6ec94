import { createGzip } from 'node:zlib';
import { mainContentModel } from '../main-content/main-content-model';
import { readPageHints } from '../main-content/page-hints';
import { openPageView } from '../main-content/page-view';
import { scoreBlocks } from '../main-content/score-blocks';
import { cutIntoBlocks } from '../main-content/text-blocks';
import { Addresses } from '../page/addresses';
import { readMetadata } from '../page/metadata';
import { collectOutlinks } from '../page/outlinks';
import { HtmlReader } from '../tree/html-reader';
import { TreeBuilder } from '../tree/tree-builder';

const URL_OF_EXAMPLE = 'https://example.com/page?a=b#c';
const EXAMPLE = `<!doctype html><html lang="en"><head><title>A title</title><meta name="description" content="What it is about">
<link rel="icon" href="/icon.png"><script>run()</script></head><body><!-- A comment --><nav><a href="/other">Other</a></nav>
<main id="a" class="b c"><h1>A heading</h1><p>${'A sentence of some words. '.repeat(30)}</p><ul><li>one<li>two</ul>
<table><tr><th>a<td>b</table><pre><code>run</code></pre><img src="a.png" alt="b"></main></body></html>`;
const MAX_NODES = 1000;

/**
 * One of each kind of object that a page is made of while it is read. What V8 has compiled is for objects of certain
 * shapes, and goes with the last of them: a collection between two pages, when there is none, takes nine tenths of the
 * compiled code. Made when they are needed: shapes change while V8 learns what is in them.
 */
export function makeExamples(): readonly unknown[] {
  const tree = new TreeBuilder(MAX_NODES);
  const reader = new HtmlReader(EXAMPLE, tree, false);
  reader.read();
  const addresses = new Addresses(URL_OF_EXAMPLE);
  const read = [collectOutlinks(tree.root, addresses), readMetadata(tree.root, addresses)];
  const hints = readPageHints(tree.root);
  const page = cutIntoBlocks(tree.root);
  const model = mainContentModel();
  const view = openPageView(page, hints, model.lexicon);
  return [
    tree,
    reader,
    addresses,
    read,
    hints,
    page,
    view,
    scoreBlocks(view, model),
    new URL(URL_OF_EXAMPLE),
    createGzip(),
  ];
}
