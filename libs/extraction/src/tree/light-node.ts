import { edgesOf, joinEdges } from './edges';

export type LightNode = LightElement | LightText;
export type Attributes = Record<string, string>;

/**
 * The one tree of a page: links, metadata, selectors, main content and turndown all walk it.
 *
 * It has the members of a DOM that turndown and css-select touch and no others. Children are a linked list, because
 * white space collapsing takes out thousands of text nodes one by one and an array would make that quadratic.
 */
export class LightText {
  readonly nodeType = 3;
  readonly nodeName = '#text';
  parentNode: LightElement | null = null;
  previousSibling: LightNode | null = null;
  nextSibling: LightNode | null = null;
  // Turndown writes its notes on the nodes; declared so that all nodes keep one hidden class.
  isBlock: unknown = undefined;
  isCode: unknown = undefined;
  isBlank: unknown = undefined;
  flankingWhitespace: unknown = undefined;

  constructor(public data: string) {}

  get nodeValue(): string {
    return this.data;
  }

  /** For turndown only, see LightElement. */
  get textContent(): string {
    return edgesOf(this.data);
  }

  get firstChild(): null {
    return null;
  }

  get childNodes(): readonly LightNode[] {
    return [];
  }
}

export class LightElement {
  /** The name that turndown goes by. Preparing a tree for markdown renames elements that turndown should take for others. */
  nodeName: string;
  parentNode: LightElement | null = null;
  previousSibling: LightNode | null = null;
  nextSibling: LightNode | null = null;
  firstChild: LightNode | null = null;
  lastChild: LightNode | null = null;
  isBlock: unknown = undefined;
  isCode: unknown = undefined;
  isBlank: unknown = undefined;
  flankingWhitespace: unknown = undefined;
  private edges: string | null = null;
  private holdsVisible: boolean | null = null;

  constructor(
    /** Lower case. */
    readonly localName: string,
    readonly attributes: Attributes,
    /** 11 for a root without an element of its own. */
    readonly nodeType: 1 | 11 = 1,
  ) {
    this.nodeName = upperCase(localName);
  }

  get childNodes(): LightNode[] {
    const nodes: LightNode[] = [];
    for (let node = this.firstChild; node !== null; node = node.nextSibling) nodes.push(node);
    return nodes;
  }

  getAttribute(name: string): string | null {
    return Object.hasOwn(this.attributes, name) ? (this.attributes[name] as string) : null;
  }

  /**
   * Not the text but its edges, and kept once asked for: turndown asks at every level whether an element is blank
   * and which white space its text begins and ends with, and whole texts would cost depth times size of the page.
   * Asked by turndown alone, after the last change to the tree; everybody else takes `textOf`.
   */
  get textContent(): string {
    if (this.edges === null) {
      let edges = '';
      for (let node = this.firstChild; node !== null; node = node.nextSibling) {
        edges = joinEdges(edges, node.textContent);
      }
      this.edges = edges;
    }
    return this.edges;
  }

  /**
   * Turndown goes through a list of tag names to see whether an element without text shows something all the same.
   * The answer here is the same for every name, and kept, because only that question over all names is ever asked.
   */
  getElementsByTagName(_name: string): { length: number } {
    return { length: this.hasVisibleElement() ? 1 : 0 };
  }

  private hasVisibleElement(): boolean {
    if (this.holdsVisible === null) {
      this.holdsVisible = false;
      for (let node = this.firstChild; node !== null; node = node.nextSibling) {
        if (node.nodeType === 3) continue;
        if (VISIBLE_WHEN_BLANK.has(node.nodeName) || node.hasVisibleElement()) {
          this.holdsVisible = true;
          break;
        }
      }
    }
    return this.holdsVisible;
  }

  /** Turndown copies the tree that it is given, to keep it whole. Ours is made for it. */
  cloneNode(): LightElement {
    return this;
  }

  appendChild(child: LightNode): void {
    child.parentNode = this;
    child.nextSibling = null;
    child.previousSibling = this.lastChild;
    if (this.lastChild === null) this.firstChild = child;
    else this.lastChild.nextSibling = child;
    this.lastChild = child;
  }

  /** `reference` is a child of this element; null: at the end. `child` is in no tree. */
  insertBefore(child: LightNode, reference: LightNode | null): void {
    if (reference === null) {
      this.appendChild(child);
      return;
    }
    child.parentNode = this;
    child.nextSibling = reference;
    child.previousSibling = reference.previousSibling;
    if (reference.previousSibling === null) this.firstChild = child;
    else reference.previousSibling.nextSibling = child;
    reference.previousSibling = child;
  }

  removeChild(child: LightNode): LightNode {
    if (child.previousSibling === null) this.firstChild = child.nextSibling;
    else child.previousSibling.nextSibling = child.nextSibling;
    if (child.nextSibling === null) this.lastChild = child.previousSibling;
    else child.nextSibling.previousSibling = child.previousSibling;
    child.parentNode = null;
    child.previousSibling = null;
    child.nextSibling = null;
    return child;
  }
}

/** What turndown takes for void or for meaningful without text. */
const VISIBLE_WHEN_BLANK = new Set(
  (
    'AREA BASE BR COL COMMAND EMBED HR IMG INPUT KEYGEN LINK META PARAM SOURCE TRACK WBR ' +
    'A TABLE THEAD TBODY TFOOT TH TD IFRAME SCRIPT AUDIO VIDEO'
  ).split(' '),
);

/** Pages invent element names; past this many the cache only costs memory. */
const MAX_CACHED_NAMES = 2000;
const upperCased = new Map<string, string>();

function upperCase(name: string): string {
  let upper = upperCased.get(name);
  if (upper === undefined) {
    upper = name.toUpperCase();
    if (upperCased.size < MAX_CACHED_NAMES) upperCased.set(name, upper);
  }
  return upper;
}
