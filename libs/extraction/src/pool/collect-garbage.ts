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
 * Keeps one object of each shape alive. V8 discards code that was compiled for shapes without objects: a garbage collection
 * between two pages would discard nine tenths of it. Created on demand, because shapes change over time.
 */
function makeExamples(): readonly unknown[] {
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

/** Also for later collections. */
const alive: unknown[] = [];

/** Collects the garbage of this thread and keeps compiled code, in about 35 ms. Requires `--expose-gc`. */
export function collectGarbage(): void {
  alive[0] = makeExamples();
  globalThis.gc?.();
  // Since Node 22, V8 otherwise keeps 60 to 100 MB per thread after the heap has shrunk.
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
