import type { LightElement, LightNode } from '../../tree/light-node';
import type { PageView } from '../page-view';
import type { TextBlock } from '../text-blocks';

const NAMES =
  /^(?:(?:article )?(?:table of )?contents|(?:in|on) this (?:article|page|guide|post|section)|jump to(?: (?:section|a section))?|quick (?:links|navigation)|inhalt(?:sverzeichnis)?|auf dieser seite|in diesem artikel|sommaire|table des matières|dans cet article|contenidos?|tabla de contenidos?|en este artículo|índice|conteúdo|neste artigo|indice(?: dei contenuti)?|in questo articolo|inhoud(?:sopgave)?|in dit artikel|spis treści|içindekiler|innehåll|indhold|目次|目录|目錄|本文目录|목차|содержание(?: статьи)?|оглавление|в этой статье|المحتويات|جدول المحتويات|في هذا المقال|περιεχόμενα)[\s:：…]{0,3}$/i;
const MAX_NAME = 40;
/** Entries of a list that is a table of contents, and the share of its blocks that lead somewhere on the page. */
const ENTRIES = 3;
const MOST = 0.7;
/** Words of a text, which is no entry; blocks behind the name in which entries begin. */
const PROSE_WORDS = 15;
const REACH = 3;

/**
 * A table of contents stays or goes as a whole. Its name goes with it, as the text behind it would be taken for a part
 * called contents. `kept`, by block: 1 stays.
 */
export function settleContents(page: PageView, kept: Uint8Array): void {
  const { blocks, elements, headings, title } = page;
  const { node, first, end } = elements;
  const entriesBefore = new Uint32Array(blocks.length + 1);
  blocks.forEach((block, at) => {
    entriesBefore[at + 1] = (entriesBefore[at] as number) + Number(leadsDown(block));
  });
  let behind = 0;
  for (let element = 0; element < node.length; element++) {
    const list = node[element] as LightElement;
    const [start, stop] = [first[element] as number, end[element] as number];
    if (stop <= behind || stop - start < ENTRIES || (list.localName !== 'ul' && list.localName !== 'ol')) continue;
    const entries = (entriesBefore[stop] as number) - (entriesBefore[start] as number);
    if (entries < MOST * (stop - start)) continue;
    const keptBlocks = kept.subarray(start, stop).reduce((sum, is) => sum + is, 0);
    kept.fill(Number(keptBlocks > (stop - start) / 2), start, stop);
    behind = stop;
  }
  blocks.forEach(({ text }, index) => {
    if (kept[index] === 0 || index === title || text.length > MAX_NAME || headings[index] === 1) return;
    if (NAMES.test(text) && !hasEntries(page, kept, index + 1)) kept[index] = 0;
  });
}

/** Whether something that may be an entry follows before any heading. */
function hasEntries({ blocks, headings }: PageView, kept: Uint8Array, start: number): boolean {
  let seen = 0;
  for (let at = start; at < blocks.length && seen < REACH && headings[at] === 0; at++) {
    if (kept[at] === 0) continue;
    const { words, linkShare } = blocks[at] as TextBlock;
    if (words < PROSE_WORDS || linkShare >= 0.5) return true;
    seen++;
  }
  return false;
}

/** Whether it is a link to somewhere on the page. Scripts make a menu of `#`, and other pages of `#/`. */
function leadsDown({ nodes, linkShare }: TextBlock): boolean {
  if (linkShare < 0.5) return false;
  for (let around: LightNode | null = nodes[0]?.parentNode ?? null; around !== null; around = around.parentNode) {
    if (around.localName === 'a') return /^#[^/!]/.test(around.getAttribute('href') ?? '');
    if (around.localName === 'li' || around.localName === 'ul' || around.localName === 'ol') return false;
  }
  return false;
}
