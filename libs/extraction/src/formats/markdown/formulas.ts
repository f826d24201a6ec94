import { LightElement, type LightNode, LightText } from '../../tree/light-node';
import { isFormulaScript } from '../../tree/unread-elements';
import { nextNode, textOf } from '../../tree/walk';
import { findAround, isInCell } from './blocks';
import { empty } from './form-controls';
import { toTex } from './mathml-to-tex';
import { nodeBeside } from './node-beside';

/** Larger formulas were never closed. */
const MAX_NODES = 2000;
const MAX_TEX = 10_000;
const MAX_LEVELS = 4;

/** Containers of KaTeX, MathJax and MediaWiki. */
const FORMULA = /(?:^|\s)(?:katex|mwe-math-element|MathJax(?:_\w+)?|MathJax_Preview|mjx-chtml)(?:\s|$)/;
const DISPLAY_CLASS = /(?:^|\s)(?:katex-display|MathJax_(?:SVG_)?Display|MJXc-display|mwe-math-[\w-]*display)(?:\s|$)/;
const AS_WRITTEN: ReadonlySet<string> = new Set(['PRE', 'CODE', 'MATH']);

const written = new WeakMap<LightElement, string>();

/** Replaces `\\|`, which renderers read differently in table cells. */
function withoutPipes(tex: string): string {
  return tex.replace(/\\(.)/g, (command, character) => (character === '|' ? '\\Vert ' : command));
}

/** Adjacent formulas are separated, as `$a$$b$` is ambiguous. */
export function writeFormula(formula: LightElement): string {
  const source = written.get(formula) ?? '';
  const tex = source.includes('\\|') && isInCell(formula) ? withoutPipes(source) : source;
  return nodeBeside(formula, 'previousSibling')?.nodeName === 'MATH' ? ` ${tex}` : tex;
}

/** Replaces an element that displays a formula by its TeX. */
export function prepareFormula(element: LightElement): void {
  switch (element.nodeName) {
    case 'MATH':
      setFormula(element, texOf(element), isDisplayed(element));
      return;
    case 'SCRIPT':
      setFormula(element, textOf(element), /mode\s*=\s*display/i.test(element.getAttribute('type') ?? ''));
      return;
    case 'MJX-CONTAINER':
      prepareShown(element);
      return;
    default:
      if (FORMULA.test(element.getAttribute('class') ?? '')) prepareShown(element);
  }
}

/** KaTeX, MathJax and MediaWiki render a formula as images or boxes and also contain its MathML. */
function prepareShown(element: LightElement): void {
  if (findAround(element, AS_WRITTEN) !== undefined) return;
  if (precedesScript(element)) {
    empty(element);
    return;
  }
  const math = findWithin(element, ({ localName }) => localName === 'math');
  if (math !== undefined) {
    setFormula(element, texOf(math), isDisplayed(math) || isDisplayed(element));
    return;
  }
  const latex = element.getAttribute('data-latex') ?? findWithin(element, hasLatex)?.getAttribute('data-latex');
  if (latex) setFormula(element, latex, isDisplayed(element));
}

function findWithin(root: LightElement, test: (element: LightElement) => boolean): LightElement | undefined {
  let looked = 0;
  for (let node: LightNode | null = root.firstChild; node !== null; node = nextNode(node, root)) {
    if (++looked > MAX_NODES) return undefined;
    if (node.nodeType !== 3 && test(node)) return node;
  }
  return undefined;
}

function hasLatex(element: LightElement): boolean {
  return element.getAttribute('data-latex') !== null;
}

/** MathJax 2 inserts a preview and the rendered formula before the script that contains the TeX. */
function precedesScript(element: LightElement): boolean {
  let next: LightNode | null = element.nextSibling;
  for (let step = 0; next !== null && step < MAX_LEVELS; step++) {
    if (next.nodeType === 3 ? next.data.trim() !== '' : isFormulaScript(next)) return next.nodeType !== 3;
    next = next.nextSibling;
  }
  return element.parentNode !== null && DISPLAY_CLASS.test(element.parentNode.getAttribute('class') ?? '')
    ? precedesScript(element.parentNode)
    : false;
}

function texOf(math: LightElement): string {
  let looked = 0;
  for (let node: LightNode | null = math.firstChild; node !== null; node = nextNode(node, math)) {
    if (++looked > MAX_NODES) return '';
    if (node.nodeType === 3 || node.localName !== 'annotation') continue;
    if (/^application\/x-(?:la)?tex$|^(?:La)?TeX$/i.test(node.getAttribute('encoding') ?? '')) return textOf(node);
  }
  const alternative = math.getAttribute('alttext') ?? '';
  return /[\\^_{}]/.test(alternative) ? alternative : toTex(math);
}

function isDisplayed(formula: LightElement): boolean {
  if (formula.getAttribute('display') === 'block' || formula.getAttribute('display') === 'true') return true;
  let element: LightElement | null = formula;
  for (let level = 0; element !== null && level < MAX_LEVELS; level++) {
    if (DISPLAY_CLASS.test(element.getAttribute('class') ?? '')) return true;
    element = element.parentNode;
  }
  return false;
}

/** Turns `element` into a formula; without TeX its text is kept. */
export function setFormula(element: LightElement, source: string, isDisplay: boolean): void {
  const tex = source.length > MAX_TEX ? '' : cleanTex(source);
  if (tex === '') {
    if (element.localName === 'script' || element.localName === 'math') {
      keepText(element);
    }
    return;
  }
  empty(element);
  element.appendChild(new LightText('x'));
  element.nodeName = 'MATH';
  written.set(element, isDisplay ? `$$${tex}$$` : `$${tex}$`);
}

/** Keeps the letters of unreadable MathML, not the source of a script. */
function keepText(element: LightElement): void {
  element.nodeName = 'SPAN';
  if (element.localName === 'script') empty(element);
}

/** TeX on one line, because a further line could start a block. */
function cleanTex(source: string): string {
  let tex = source
    .replace(/(?<!\\)%[^\n]*\n/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  const delimited = /^(?:\$\$?([^$]*)\$\$?|\\\((.*)\\\)|\\\[(.*)\\\])$/.exec(tex);
  if (delimited !== null) tex = (delimited[1] ?? delimited[2] ?? delimited[3] ?? '').trim();
  // MediaWiki wraps every formula.
  const styled = /^\{\\(?:display|text)style (.*)\}$/.exec(tex)?.[1];
  if (styled !== undefined && isBalanced(styled)) tex = styled.trim();
  // `<` before a letter would start a tag.
  return tex.replace(/<(?=[a-zA-Z/!?])/g, '\\lt ');
}

function isBalanced(tex: string): boolean {
  let open = 0;
  for (const character of tex) {
    if (character === '{') open++;
    else if (character === '}' && --open < 0) return false;
  }
  return open === 0;
}
