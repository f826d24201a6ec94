import type { LightElement } from '../../tree/light-node';
import { findAround } from './blocks';
import { languageOf } from './code-language';
import { fence } from './fence';
import { readListing } from './listing-text';

export function writeCodeBlock(listing: LightElement): string {
  const text = readLines(listing);
  return text === '' ? '' : `\n\n${fence(text, languageOf(listing))}\n\n`;
}

/** Highlighters indent with non-breaking spaces, which no compiler takes for spaces. */
function readLines(listing: LightElement): string {
  // From the first of a run alone: from each of them it would take the square of its length.
  const text = readListing(listing).replace(/(?<!\u00a0)\u00a0+$/gm, '');
  return text
    .replaceAll('\u00a0', ' ')
    .replace(/^\n?(?:[ \t]+\n)*/, '')
    .trimEnd();
}

const CELLS: ReadonlySet<string> = new Set(['TD', 'TH']);

/** A cell ends at a pipe without a backslash, and renderers disagree about one behind two: there HTML says it. */
export function writeInlineCode(code: LightElement): string {
  const text = readListing(code).replace(/\s+/g, ' ');
  if (text.trim() === '') return '';
  if (text.includes('\\|') && findAround(code, CELLS) !== undefined) return `<code>${encode(text)}</code>`;
  let mark = '`';
  const runs = new Set(text.match(/`+/g));
  while (runs.has(mark)) mark += '`';
  const isPadded = text.startsWith(' ') && text.endsWith(' ');
  const pad = isPadded || text.startsWith('`') || text.endsWith('`') ? ' ' : '';
  return `${mark}${pad}${text}${pad}${mark}`;
}

/** Characters that markdown or a renderer's search for addresses would take for something. */
const MEANINGFUL = /[&<>*_`[\]\\|~@!\t\n]|:(?=\/\/)|(?<=www)\./g;

/** A listing within a line, where fences are not possible: HTML whose text no renderer reads as markdown. */
export function writeListingInLine(listing: LightElement): string {
  const text = readLines(listing);
  if (text === '') return '';
  const language = languageOf(listing).replace(/[^\w+#.-]/g, '');
  const attribute = language === '' ? '' : ` class="language-${language}"`;
  return `\n<pre><code${attribute}>${encode(text)}</code></pre>\n`;
}

function encode(text: string): string {
  return text.replace(MEANINGFUL, (character) => `&#${character.charCodeAt(0)};`);
}
