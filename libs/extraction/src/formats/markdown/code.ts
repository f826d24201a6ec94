import type { LightElement, LightNode } from '../../tree/light-node';
import { nextAfter, nextNode, textOf } from '../../tree/walk';
import { fence } from '../plain-content';
import { isBlock } from './blocks';
import { GUTTER } from './prepare-table';

const LANGUAGE_CLASS =
  /(?:^|\s)(?:lang|language|highlight-source|highlight-text|brush|code)(?:-|:\s*)([\w+#.-]{1,30})/i;
const NO_LANGUAGE = new Set(['none', 'plain', 'plaintext', 'text', 'nohighlight', 'no-highlight', 'block', 'wrapper']);

export function writeCodeBlock(listing: LightElement): string {
  const text = listingText(listing)
    .replace(/^\r?\n/, '')
    .trimEnd();
  return text === '' ? '' : `\n\n${fence(text, languageOf(listing))}\n\n`;
}

export function writeInlineCode(code: LightElement): string {
  const text = listingText(code).replace(/\s+/g, ' ');
  if (text.trim() === '') return '';
  let mark = '`';
  const runs = new Set(text.match(/`+/g));
  while (runs.has(mark)) mark += '`';
  const isPadded = text.startsWith(' ') && text.endsWith(' ');
  const pad = isPadded || text.startsWith('`') || text.endsWith('`') ? ' ' : '';
  return `${mark}${pad}${text}${pad}${mark}`;
}

/** The text as a browser would lay it out: line breaks and blocks begin lines, line numbers are left out. */
function listingText(listing: LightElement): string {
  const parts: string[] = [];
  let endsLine = true;
  let node: LightNode | null = listing.firstChild;
  while (node !== null) {
    if (node.nodeType === 3) {
      parts.push(node.data);
      if (node.data !== '') endsLine = node.data.endsWith('\n');
    } else if (GUTTER.test(node.getAttribute('class') ?? '')) {
      node = nextAfter(node, listing);
      continue;
    } else if (node.nodeName === 'BR' || (!endsLine && isBlock(node) && node.nodeName !== 'TD')) {
      parts.push('\n');
      endsLine = true;
    }
    node = nextNode(node, listing);
  }
  return parts.join('');
}

function languageOf(listing: LightElement): string {
  const code = [listing, ...listing.childNodes].filter((node): node is LightElement => node.nodeType !== 3);
  for (const element of [...code, listing.parentNode, listing.parentNode?.parentNode]) {
    if (!element) continue;
    const declared =
      element.getAttribute('data-lang') ??
      element.getAttribute('data-language') ??
      LANGUAGE_CLASS.exec(element.getAttribute('class') ?? '')?.[1];
    if (declared && /^[\w+#.-]{1,30}$/.test(declared)) return NO_LANGUAGE.has(declared.toLowerCase()) ? '' : declared;
  }
  return '';
}

/** Nodes. A formula with more was never closed. */
const MAX_FORMULA = 2000;

/** The TeX that KaTeX and MathJax leave in their MathML; other formulas give their text. */
export function writeFormula(content: string, formula: LightElement): string {
  let looked = 0;
  for (let node: LightNode | null = formula.firstChild; node !== null; node = nextNode(node, formula)) {
    if (++looked > MAX_FORMULA) break;
    if (node.nodeType === 3 || node.localName !== 'annotation') continue;
    if (node.getAttribute('encoding') !== 'application/x-tex') continue;
    const mark = formula.getAttribute('display') === 'block' ? '$$' : '$';
    return `${mark}${textOf(node).trim()}${mark}`;
  }
  return content;
}
