import { LightElement, type LightNode, LightText } from '../../tree/light-node';
import { detach } from '../../tree/walk';
import { findAround } from './blocks';
import { setFormula } from './formulas';

/**
 * TeX between delimiters. The content must look like TeX: `f\(x\)`, `\[a-z\]+` and `$5 and $10` are
 * text.
 */
const TEX =
  /\\\(((?:[^\\\n]|\\[^()\n]){1,500})\\\)|\\\[((?:[^\\]|\\[^[\]]){1,2000})\\\]|\$\$([^$]{1,2000})\$\$|(?<![\\$\w])\$(?![\s\d$])([^$\n]{1,300}?)(?<![\s\\])\$(?![\w$])/g;
const LOOKS_LIKE_TEX = /\\[a-zA-Z]{2}|[\w})]\^|[a-zA-Z})]_[\w{\\]/;
const IN_CODE: ReadonlySet<string> = new Set(['PRE', 'CODE', 'MATH']);
/** Longer texts contain no typed formulas. */
const MAX_TEXT = 200_000;

/** Replaces TeX in a text by elements. Returns the last node. */
export function splitFormulas(text: LightText): LightNode {
  const { data } = text;
  if (!mayHoldFormula(data) || text.parentNode === null || findAround(text as unknown as LightElement, IN_CODE)) {
    return text;
  }
  let last: LightNode = text;
  let from = 0;
  for (const match of data.matchAll(TEX)) {
    const [whole, inline, display, dollars, dollar] = match;
    const source = inline ?? display ?? dollars ?? dollar ?? '';
    if (!LOOKS_LIKE_TEX.test(source)) continue;
    const formula = new LightElement('span');
    setFormula(formula, source, display !== undefined || dollars !== undefined);
    if (formula.firstChild === null) continue;
    if (match.index > from) insertBehind(new LightText(data.slice(from, match.index)));
    insertBehind(formula);
    from = match.index + whole.length;
  }
  if (from === 0) return text;
  if (from < data.length) insertBehind(new LightText(data.slice(from)));
  detach(text);
  return last;

  function insertBehind(node: LightNode): void {
    last.parentNode?.insertBefore(node, last.nextSibling);
    last = node;
  }
}

function mayHoldFormula(data: string): boolean {
  if (data.length > MAX_TEXT) return false;
  const dollar = data.indexOf('$');
  return (dollar !== -1 && data.includes('$', dollar + 1)) || data.includes('\\(') || data.includes('\\[');
}
