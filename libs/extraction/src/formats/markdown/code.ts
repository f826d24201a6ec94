import type { LightElement } from '../../tree/light-node';
import { isInCell } from './blocks';
import { languageOf } from './code-language';
import { readListing } from './listing-text';

export function writeCodeBlock(listing: LightElement): string {
  const text = readLines(listing);
  return text === '' ? '' : `\n\n${fence(text, languageOf(listing))}\n\n`;
}

/** The code with ordinary spaces: highlighters indent with no-break spaces, which compilers reject. */
function readLines(listing: LightElement): string {
  // The lookbehind keeps this linear.
  const text = readListing(listing).replace(/(?<!\u00a0)\u00a0+$/gm, '');
  return text
    .replaceAll('\u00a0', ' ')
    .replace(/^\n?(?:[ \t]+\n)*/, '')
    .trimEnd();
}

/** Code with `\\|` in a table cell becomes HTML, because renderers read the pipe differently. */
export function writeInlineCode(code: LightElement): string {
  const text = readListing(code).replace(/\s+/g, ' ');
  if (text.trim() === '') return '';
  if (text.includes('\\|') && isInCell(code)) return `<code>${encode(text)}</code>`;
  let mark = '`';
  const runs = new Set(text.match(/`+/g));
  while (runs.has(mark)) mark += '`';
  const isPadded = text.startsWith(' ') && text.endsWith(' ');
  const pad = isPadded || text.startsWith('`') || text.endsWith('`') ? ' ' : '';
  return `${mark}${pad}${text}${pad}${mark}`;
}

/** Characters that markdown or automatic links would interpret. */
const MEANINGFUL = /[&<>*_`[\]\\|~@!\t\n]|:(?=\/\/)|(?<=www)\./g;

/** A code block within a table cell, as HTML without markdown characters. */
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

/** A fenced code block, with a fence longer than any in `text`. */
export function fence(text: string, language: string): string {
  let longest = 2;
  for (const match of text.matchAll(/^ {0,3}(`{3,})/gm)) longest = Math.max(longest, match[1]?.length ?? 0);
  const mark = '`'.repeat(longest + 1);
  return `${mark}${language}\n${text}\n${mark}`;
}
