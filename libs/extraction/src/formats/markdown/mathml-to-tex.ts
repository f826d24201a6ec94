import type { LightElement } from '../../tree/light-node';
import { textOf } from '../../tree/walk';

/** Nodes. A larger formula was never closed. */
const MAX_NODES = 2000;
/** Levels. The cost grows with depth times size. */
const MAX_LEVELS = 50;
/** Characters at the end of a text that decide whether a space follows. */
const MAX_COMMAND = 40;

const FUNCTIONS = new Set(
  'arccos arcsin arctan arg cos cosh cot csc deg det dim exp gcd inf ker lim ln log max min Pr sec sin sinh sup tan tanh'.split(
    ' ',
  ),
);
const ACCENTS: Record<string, string> = {
  '^': 'hat',
  '\u02c6': 'hat',
  '~': 'tilde',
  '\u02dc': 'tilde',
  '\u00af': 'overline',
  '\u203e': 'overline',
  _: 'underline',
  '\u2192': 'vec',
  '\u02d9': 'dot',
  '\u00a8': 'ddot',
  '\u23de': 'overbrace',
  '\u23df': 'underbrace',
};
/** Operators with limits above and below. */
const LARGE =
  /^(?:[\u2211\u220f\u2210\u222b-\u2233\u22c0-\u22c3\u2a00-\u2a06]|\\(?:lim|max|min|sup|inf|det|gcd|Pr) ?)$/;
const SPACED =
  /^(?:[=<>+\u00b1\u2212\u00d7\u00f7\u2190-\u21ff\u2208-\u220b\u2243-\u228b\u27f5-\u27ff]|[\u2264\u2265\u2260\u2248\u2261\u221d]|-)$/;

type Write = (element: LightElement) => string;

const WRITERS: Record<string, Write> = {
  mi: (element) => writeName(plain(element)),
  mn: (element) => escapeTex(plain(element)),
  mo: (element) => escapeTex(plain(element)),
  ms: (element) => `\\text{${escapeTex(plain(element))}}`,
  mtext: (element) => (plain(element) === '' ? ' ' : `\\text{${escapeTex(textOf(element).replace(/\s+/g, ' '))}}`),
  mspace: () => ' ',
  mphantom: () => '',
  annotation: () => '',
  'annotation-xml': () => '',
  semantics: (element) => write(parts(element)[0]),
  mfrac: (element) => `\\frac${braced(parts(element)[0])}${braced(parts(element)[1])}`,
  msqrt: (element) => `\\sqrt{${row(element)}}`,
  mroot: (element) => `\\sqrt[${write(parts(element)[1])}]${braced(parts(element)[0])}`,
  msup: (element) => scripts(element, ['^']),
  msub: (element) => scripts(element, ['_']),
  msubsup: (element) => scripts(element, ['_', '^']),
  munderover: (element) => scripts(element, ['_', '^']),
  mover: (element) => limits(element, '^', 'overset'),
  munder: (element) => limits(element, '_', 'underset'),
  mmultiscripts: (element) => scripts(element, ['_', '^']),
  mtable: writeMatrix,
  mfenced: writeFence,
};

/** Converts MathML to TeX. Empty if the formula is too large or nested too deeply. */
export function toTex(math: LightElement): string {
  return countNodes(math, 0) > MAX_NODES ? '' : row(math).replace(/\s+/g, ' ').trim();
}

/** Infinity if elements nest too deeply. */
function countNodes(element: LightElement, level: number): number {
  if (level > MAX_LEVELS) return Number.POSITIVE_INFINITY;
  let count = 0;
  for (let child = element.firstChild; child !== null && count <= MAX_NODES; child = child.nextSibling) {
    count += child.nodeType === 3 ? 1 : 1 + countNodes(child, level + 1);
  }
  return count;
}

function write(element: LightElement | undefined): string {
  if (element === undefined) return '';
  return Object.hasOwn(WRITERS, element.localName) ? (WRITERS[element.localName] as Write)(element) : row(element);
}

function parts(element: LightElement): LightElement[] {
  return element.childNodes.filter((child): child is LightElement => child.nodeType !== 3);
}

function row(element: LightElement): string {
  const inner = parts(element);
  if (inner.length === 0) return escapeTex(plain(element));
  let text = '';
  inner.forEach((part, index) => {
    const tex = write(part);
    const isBetween = index > 0 && index < inner.length - 1 && part.localName === 'mo';
    // A letter would continue a command.
    if (/(?:\\[a-zA-Z]+|[\^_]\w)$/.test(text.slice(-MAX_COMMAND)) && /^\w/.test(tex)) text += ' ';
    text += isBetween && SPACED.test(tex) ? ` ${tex} ` : tex;
  });
  return text;
}

function plain(element: LightElement): string {
  return textOf(element)
    .replace(/[\u2061-\u2064]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

function writeName(name: string): string {
  if (FUNCTIONS.has(name)) return `\\${name} `;
  return /^[a-zA-Z]{2,}$/.test(name) ? `\\mathrm{${name}}` : escapeTex(name);
}

function escapeTex(text: string): string {
  return text.replace(/[{}%#&$_]/g, '\\$&');
}

function braced(element: LightElement | undefined): string {
  return `{${write(element).trim()}}`;
}

function grouped(tex: string): string {
  return [...tex].length === 1 ? tex : `{${tex}}`;
}

function base(tex: string): string {
  return tex.trim() === ''
    ? '{}'
    : /^(?:\\[a-zA-Z]+ ?|[^\\{}^_ ]|[\d.]+)$/.test(tex) || !/[\^_ ]/.test(tex)
      ? tex.trimEnd()
      : `{${tex}}`;
}

function scripts(element: LightElement, marks: string[]): string {
  const [first, ...rest] = parts(element);
  return withScripts(
    write(first),
    marks,
    rest.slice(0, marks.length).map((script) => write(script)),
  );
}

/** Takes written parts: writing a part twice would double the work at every level. */
function withScripts(first: string, marks: string[], written: string[]): string {
  return marks.reduce((text, mark, index) => {
    const script = (written[index] ?? '').trim();
    return script === '' ? text : `${text}${mark}${grouped(script)}`;
  }, base(first));
}

function limits(element: LightElement, mark: string, command: string): string {
  const [first, script] = parts(element).slice(0, 2).map(write);
  const under = first ?? '';
  const over = (script ?? '').trim().replace(/^\\_$/, '_');
  if (LARGE.test(under)) return withScripts(under, [mark], [script ?? '']);
  if (Object.hasOwn(ACCENTS, over)) return `\\${ACCENTS[over]}{${under.trim()}}`;
  return `\\${command}{${over}}{${under.trim()}}`;
}

function writeMatrix(table: LightElement): string {
  const rows = parts(table).map((element) =>
    parts(element)
      .map((cell) => row(cell).trim())
      .join(' & '),
  );
  return `\\begin{matrix} ${rows.join(' \\\\ ')} \\end{matrix}`;
}

function writeFence(fence: LightElement): string {
  const separator = (fence.getAttribute('separators') ?? ',').trim().charAt(0);
  const inner = parts(fence)
    .map(write)
    .join(separator === '' ? '' : `${separator} `);
  return `${escapeTex(fence.getAttribute('open') ?? '(')}${inner}${escapeTex(fence.getAttribute('close') ?? ')')}`;
}
