import { LightElement, type LightNode, LightText } from '../../tree/light-node';
import { detach } from '../../tree/walk';
import { findAround } from './blocks';
import { setFormula } from './formulas';

/**
 * What scripts on the page would make formulas of. Where it has none it must look like TeX, as a call `f\(x\)` or an
 * expression `\[a-z\]+` does not. Between dollars it always must, as prices are more frequent: `$5 and $10`,
 * restaurants from `$$` to `$$$`.
 */
const TEX =
  /\\\(((?:[^\\\n]|\\[^()\n]){1,500})\\\)|\\\[((?:[^\\]|\\[^[\]]){1,2000})\\\]|\$\$([^$]{1,2000})\$\$|(?<![\\$\w])\$(?![\s\d$])([^$\n]{1,300}?)(?<![\s\\])\$(?![\w$])/g;
const LOOKS_LIKE_TEX = /\\[a-zA-Z]{2}|[\w})]\^|[a-zA-Z})]_[\w{\\]/;
const IN_CODE: ReadonlySet<string> = new Set(['PRE', 'CODE', 'MATH']);
/** Characters. A longer text holds no formulas that anybody has typed. */
const MAX_TEXT = 200_000;

/** Makes elements of the formulas in a text. Returns what comes last of them. `hasScript`: brackets are meant so. */
export function splitFormulas(text: LightText, hasScript: boolean): LightNode {
  const { data } = text;
  if (!mayHoldFormula(data) || text.parentNode === null || findAround(text as unknown as LightElement, IN_CODE)) {
    return text;
  }
  let last: LightNode = text;
  let from = 0;
  for (const match of data.matchAll(TEX)) {
    const [whole, inline, display, dollars, dollar] = match;
    const bracketed = inline ?? display;
    const source = bracketed ?? dollars ?? dollar ?? '';
    if (!(hasScript && bracketed !== undefined) && !LOOKS_LIKE_TEX.test(source)) continue;
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
