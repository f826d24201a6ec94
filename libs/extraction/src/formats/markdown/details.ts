import type { LightElement } from '../../tree/light-node';
import { escapeHtmlText } from '../../tree/serialize-html';
import { findElement, textOf } from '../../tree/walk';
import { isInListing } from './prepare-code';
import { writeAsBlock } from './written-blocks';

/** Nested deeper, they are plain blocks. */
const MAX_DEPTH = 4;
const MAX_LEVELS = 64;
/** Elements of a plain-text summary. */
const WORDS = new Set('div font label p small span'.split(' '));

/** Keeps the tags of `details`; blank lines make their content markdown. */
export function prepareDetails(details: LightElement): void {
  if (countAround(details) >= MAX_DEPTH || isInListing(details) || !isAmongBlocks(details)) {
    details.nodeName = 'DIV';
    return;
  }
  for (let child = details.firstChild; child !== null; child = child.nextSibling) {
    if (child.nodeName !== 'SUMMARY') continue;
    prepareSummary(child as LightElement);
    break;
  }
  const tag = details.getAttribute('open') === null ? '<details>' : '<details open>';
  writeAsBlock(details, (content) => writeDetails(tag, content));
}

function writeDetails(tag: string, content: string): string {
  const text = content.trim();
  return `${tag}${text.startsWith('<summary>') ? '\n' : '\n\n'}${text}\n\n</details>`;
}

/** A summary with markup needs blank lines, because HTML blocks contain no markdown. */
function prepareSummary(summary: LightElement): void {
  const isPlain = findElement(summary, ({ localName }) => !WORDS.has(localName)) === undefined;
  const text = escapeHtmlText(textOf(summary).replace(/\s+/g, ' ').trim());
  writeAsBlock(summary, (content) => `<summary>${isPlain ? text : `\n\n${content.trim()}\n\n`}</summary>`);
}

function countAround(details: LightElement): number {
  let count = 0;
  for (let parent = details.parentNode; parent !== null; parent = parent.parentNode) {
    if (parent.localName === 'details') count++;
  }
  return count;
}

function isAmongBlocks(details: LightElement): boolean {
  let parent = details.parentNode;
  for (let level = 0; parent !== null && level < MAX_LEVELS; level++) {
    if (/^(?:A|EM|STRONG|DEL|TD|TH|SPAN|H[1-6])$/.test(parent.nodeName)) return false;
    parent = parent.parentNode;
  }
  return true;
}
