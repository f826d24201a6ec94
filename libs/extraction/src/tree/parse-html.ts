import { Parser, type ParserOptions } from 'htmlparser2';
import { type Attributes, LightElement, LightText } from './light-node';

export interface ParsedPage {
  /** Holds `html`, which holds `head` and `body`; all three are there whatever the source says. */
  root: LightElement;
  html: LightElement;
  head: LightElement;
  body: LightElement;
  /** The page has more nodes than we take; the rest was left out. */
  truncated: boolean;
  /** How many more the page could have had. */
  nodesLeft: number;
}

/**
 * Blink's own bound (kMaximumHTMLParserDOMTreeDepth). What is nested deeper becomes a row of siblings, so that no
 * text is lost and the recursive code behind (turndown) cannot overflow. It bounds the tokeniser's list of open
 * elements too, which is shifted as a whole at every tag and searched for every end tag.
 */
const MAX_DEPTH = 512;
/** Some 80 MB of tree. The largest of 1,500 real pages has 34,000 nodes. */
const MAX_NODES = 500_000;

const HEAD_ELEMENTS = new Set(
  'base basefont bgsound link meta noframes noscript script style template title'.split(' '),
);
const FORMATTING = new Set('a abbr b big cite code em font i label s small span strike strong sub sup tt u'.split(' '));

/** htmlparser2 tokenises; where an element goes is decided here, as far as browsers and it disagree in ways that cost content. */
class TreeBuilder {
  readonly root = new LightElement('#document', {}, 11);
  readonly html = new LightElement('html', {});
  readonly head = new LightElement('head', {});
  readonly body = new LightElement('body', {});
  truncated = false;
  /** Where the children of every open element go: itself, or what stands for it. In step with the parser's own stack. */
  private readonly open: LightElement[] = [];
  private base = this.head;
  private openLinks = 0;

  constructor(public nodesLeft: number) {
    this.root.appendChild(this.html);
    this.html.appendChild(this.head);
    this.html.appendChild(this.body);
  }

  onopentag(name: string, attributes: Attributes): void {
    if (name === 'body') this.startBody();
    const skeleton =
      name === 'html' ? this.html : name === 'head' ? this.head : name === 'body' ? this.body : undefined;
    if (skeleton !== undefined) {
      adopt(skeleton, attributes);
      this.pass();
    } else if (name === 'template' && (attributes.shadowrootmode ?? attributes.shadowroot) !== undefined) {
      // The content of a declarative shadow root is shown; other templates are inert.
      this.pass();
    } else if (this.nodesLeft <= 0) {
      this.truncated = true;
      this.pass();
    } else {
      this.nodesLeft--;
      this.add(name, attributes);
    }
  }

  private add(name: string, attributes: Attributes): void {
    if (this.current() === this.head && !HEAD_ELEMENTS.has(name)) this.startBody();
    if (name === 'a') this.closeLink();
    const element = new LightElement(name, attributes);
    this.current().appendChild(element);
    if (name === 'a') this.openLinks++;
    this.open.push(name === 'template' ? new LightElement('#template', {}, 11) : element);
  }

  onclosetag(): void {
    if (this.open.pop()?.localName === 'a') this.openLinks--;
  }

  ontext(data: string): void {
    if (this.truncated) return;
    if (this.current() === this.head) {
      if (data.trim() === '') return;
      this.startBody();
    }
    const parent = this.current();
    const last = parent.lastChild;
    if (last !== null && last.nodeType === 3) {
      last.data += data;
      return;
    }
    if (this.nodesLeft <= 0) {
      this.truncated = true;
      return;
    }
    this.nodesLeft--;
    parent.appendChild(new LightText(data));
  }

  /** Whether one more element that stays open would be nested too deep. */
  isFull(): boolean {
    return this.open.length >= MAX_DEPTH;
  }

  private current(): LightElement {
    return this.open.at(-1) ?? this.base;
  }

  /** The element that was just opened is no node of its own: what it holds goes where it stands. */
  private pass(): void {
    this.open.push(this.current());
    if (this.open.at(-1)?.localName === 'a') this.openLinks++;
  }

  /** Anything that cannot be in the head ends it, written or not; otherwise a page without a body tag would lie in its head. */
  private startBody(): void {
    if (this.base === this.body) return;
    this.base = this.body;
    this.open.forEach((element, index) => {
      if (element === this.head) this.open[index] = this.body;
    });
  }

  /** Links do not nest: the start of one ends the one before that was never closed. Around blocks authors nest them on purpose. */
  private closeLink(): void {
    if (this.openLinks === 0) return;
    const start = this.open.findLastIndex((element) => !FORMATTING.has(element.localName)) + 1;
    // From there, not from the outermost: links that never end leave an open entry each.
    let first = start;
    while (first < this.open.length && this.open[first]?.localName !== 'a') first++;
    if (first === this.open.length) return;
    const outside = this.open[first - 1] ?? this.base;
    for (let index = first; index < this.open.length; index++) {
      if (this.open[index]?.localName === 'a') this.openLinks--;
      this.open[index] = outside;
    }
  }
}

/** A second html, head or body adds what attributes the first has not. */
function adopt(element: LightElement, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) element.attributes[name] ??= value;
}

/** Takes an element that would be nested too deep for one without content; its end tag then ends one further out. */
class ShallowParser extends Parser {
  private inEndTag = false;
  /** The element of the current start tag: whether it was reported, and whether it is taken for empty. */
  private isReported = false;
  private isTooDeep = false;

  constructor(
    private readonly builder: TreeBuilder,
    options: ParserOptions,
  ) {
    super(
      {
        onopentag: (name, attributes) => {
          builder.onopentag(name, attributes);
          this.isReported = true;
          if (builder.truncated) this.pause();
        },
        onclosetag: () => builder.onclosetag(),
        ontext: (text) => {
          builder.ontext(text);
          if (builder.truncated) this.pause();
        },
      },
      options,
    );
  }

  override onclosetag(start: number, end: number): void {
    this.inEndTag = true;
    super.onclosetag(start, end);
    this.inEndTag = false;
    this.isReported = false;
  }

  /** Asked once of an end tag, and twice of a start tag: before and after its element is reported, with one answer. */
  protected override isVoidElement(name: string): boolean {
    if (this.inEndTag) return super.isVoidElement(name);
    if (!this.isReported) this.isTooDeep = this.builder.isFull();
    this.isReported = false;
    return this.isTooDeep || super.isVoidElement(name);
  }
}

interface ParseOptions {
  /** The page was sent as XML, where elements close themselves and CDATA is text. */
  xhtml: boolean;
  maxNodes?: number;
}

export function parseHtml(source: string, options: ParseOptions = { xhtml: false }): ParsedPage {
  const builder = new TreeBuilder(options.maxNodes ?? MAX_NODES);
  const parser = new ShallowParser(builder, {
    recognizeSelfClosing: options.xhtml,
    recognizeCDATA: options.xhtml,
  });
  parser.end(options.xhtml ? source : repairSource(source));
  const { root, html, head, body, truncated, nodesLeft } = builder;
  return { root, html, head, body, truncated, nodesLeft };
}

/**
 * In HTML `<![CDATA[` is a comment up to the next `>`, and `--!>` ends a comment. The tokeniser reads on to `]]>`
 * and `-->`, which may never come, and the rest of the page would be gone.
 */
function repairSource(source: string): string {
  let repaired = source;
  if (repaired.includes('<![CDATA[')) repaired = repaired.replaceAll('<![CDATA[', '<!x[CDATA[');
  if (repaired.includes('--!>')) repaired = repaired.replaceAll('--!>', '-->');
  if (repaired.includes('\0')) repaired = repaired.replaceAll('\0', '\uFFFD');
  return repaired;
}
